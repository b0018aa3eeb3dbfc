import type { FreshnessChange } from '@almanac/core/freshness';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** The newest hours in which the state of a source changed. */
export async function freshnessChangesKept(
  db: Db,
  limit: number,
): Promise<{ readonly at: Date; readonly changes: readonly FreshnessChange[] }[]> {
  return db
    .selectFrom('freshness')
    .select(['at', 'changes'])
    .where(sql<boolean>`changes <> '[]'`)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}
