const NUMBERS = new Intl.NumberFormat('en');

/** `2,664` */
export function count(value: number): string {
  return NUMBERS.format(value);
}

/** `1 component`, `2,664 components` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `2026-11-15 08:23 UTC` */
export function instant(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

const STEPS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** `3 h`, `2 d`; `never` for null. */
export function age(time: string | null, now: number): string {
  if (time === null) return 'never';
  const seconds = Math.max(0, (now - Date.parse(time)) / 1_000);
  const [size, unit] = STEPS.find(([step]) => seconds >= step) ?? [1, 's'];
  return `${count(Math.floor(seconds / size))} ${unit}`;
}
