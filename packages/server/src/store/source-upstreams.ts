import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Which source asks which upstream: `/sources` shows beside each what is known of those. */
export async function keepUpstreams(
  db: Db,
  used: Iterable<{ readonly source: string; readonly origin: string }>,
): Promise<void> {
  const pairs = [...used];
  const sources = pairs.map(({ source }) => source);
  await db.transaction().execute(async (trx) => {
    // Two workers may start at the same moment.
    await sql`lock table source_upstream in share row exclusive mode`.execute(trx);
    await sql`
      delete from source_upstream using source
      where source.id = source_upstream.source and source.name = any(${sources}::text[])`.execute(trx);
    await sql`
      insert into source_upstream (source, origin)
      select distinct source.id, given.origin
      from unnest(${sources}::text[], ${pairs.map(({ origin }) => origin)}::text[]) as given (source, origin)
      join source on source.name = given.source`.execute(trx);
  });
}
