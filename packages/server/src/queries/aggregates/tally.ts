import { sql } from 'kysely';

/** How many there are of each severity. `none` is a score of 0, `unknown` that nobody rates it. */
export interface SeverityTally {
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  readonly none: number;
  readonly unknown: number;
}

/** Counts of rows by their column `severity`, which is never null. */
export const tally = sql`
  count(*) as total, count(*) filter (where severity = 'critical') as critical, count(*) filter (where severity = 'high') as high,
  count(*) filter (where severity = 'medium') as medium, count(*) filter (where severity = 'low') as low,
  count(*) filter (where severity = 'none') as none, count(*) filter (where severity = 'unknown') as unknown`;
