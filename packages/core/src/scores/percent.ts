/** A share in percent, as precise as it is small: `94 %`, `4.3 %`, `0.05 %`. */
export function percent(share: number): string {
  const value = share * 100;
  // Nearly certain is not certain.
  if (share < 1 && value >= 99.5) return 'over 99 %';
  if (share > 0 && value < 0.005) return 'under 0.01 %';
  return `${value >= 10 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2)} %`;
}
