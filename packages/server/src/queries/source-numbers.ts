import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';

/** For `source in …`. Not parameters: a plan, or an index of some sources alone, is chosen by them. */
export function sourceNumbers(...sources: readonly SourceId[]) {
  return sql`(${sql.join(sources.map((id) => sql.lit(sourceNumber(id))))})`;
}
