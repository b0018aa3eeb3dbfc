import type { Db } from '../store/database.ts';
import type { KeptStatement } from '../store/freshness.ts';

/** The newest statements, or the newest before an instant. */
export async function freshnessStatements(db: Db, before: Date | null, limit: number): Promise<KeptStatement[]> {
  return db
    .selectFrom('freshness')
    .select(['at', 'statement', 'signature', 'changes'])
    .$if(before !== null, (query) => query.where('at', '<', before))
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}
