/** What an operation costs in a world of a size. */
export interface GrowthPoint {
  readonly size: number;
  readonly cost: number;
}

/**
 * The slope of the straight line through the logarithms, by least squares: 0 where the cost does not depend on the size, 1 where it
 * doubles with it. Null where no line can be drawn: fewer than two sizes, or a cost that is not above zero.
 */
export function fitExponent(points: readonly GrowthPoint[]): number | null {
  if (points.some(({ size, cost }) => !(size > 0 && cost > 0))) return null;
  const logs = points.map(({ size, cost }) => [Math.log(size), Math.log(cost)] as const);
  const meanOf = (at: 0 | 1) => logs.reduce((sum, one) => sum + one[at], 0) / logs.length;
  const [meanSize, meanCost] = [meanOf(0), meanOf(1)];
  const spread = logs.reduce((sum, [size]) => sum + (size - meanSize) ** 2, 0);
  if (!(spread > 0)) return null;
  return logs.reduce((sum, [size, cost]) => sum + (size - meanSize) * (cost - meanCost), 0) / spread;
}
