import type { Noticed } from '../sources/source.ts';
import type { Db } from './database.ts';

const MAX_DETAIL = 500;

/** One row of each kind: the newest detail, and since when. Without a detail it is over. */
export async function keepNotice(db: Db, source: number, { noticed, detail }: Noticed, now: Date): Promise<void> {
  if (detail === null) {
    await db.deleteFrom('source_notice').where('source', '=', source).where('code', '=', noticed).execute();
    return;
  }
  const row = { detail: detail.slice(0, MAX_DETAIL), seen_at: now };
  await db
    .insertInto('source_notice')
    .values({ source, code: noticed, ...row, since: now })
    .onConflict((conflict) => conflict.columns(['source', 'code']).doUpdateSet(row))
    .execute();
}
