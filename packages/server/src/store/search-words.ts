import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Documents that one statement reads: a second or two. */
const SLICE = 5_000;

/**
 * Puts down every word of the documents from which a slip could be corrected, slice by slice; answers how many documents there were. The
 * words are known to be complete up to the last document that was there at the end.
 */
export async function gatherWords(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  signal: AbortSignal,
  slice = SLICE,
): Promise<number> {
  let documents = 0;
  for (let last = 0; ; ) {
    signal.throwIfAborted();
    const { rows } = await sql<{ count: number; until: number | null }>`
      select count(*) as count, max(record_id) as until from (
        select record_id from search_document where record_id > ${last} order by record_id limit ${slice}) as next`.execute(
      db,
    );
    const { count = 0, until = null } = rows[0] ?? {};
    if (until === null) {
      await keepProgress(db, last, now());
      return documents;
    }
    await gatherSlice(db, last, until);
    documents += count;
    last = until;
  }
}

/** Labels have no place in a document and are left out by the weights. What has other characters is never a slip. */
async function gatherSlice(db: Db, after: number, until: number): Promise<void> {
  await sql`
    insert into search_word (word)
    select word from ts_stat(
      format('select document from search_document where record_id > %s and record_id <= %s', ${after}::bigint, ${until}::bigint), 'abcd')
    where word collate "C" ~ '^[a-z0-9]{1,25}$'
    on conflict do nothing`.execute(db);
}

async function keepProgress(db: Db, last: number, at: Date): Promise<void> {
  await sql`
    insert into search_word_progress (last_record, read_at) values (${last}, ${at})
    on conflict (one_row) do update set last_record = excluded.last_record, read_at = excluded.read_at`.execute(db);
}
