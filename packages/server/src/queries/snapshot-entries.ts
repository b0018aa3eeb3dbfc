import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** An entry of a channel of the collection, by its names alone. */
export interface SnapshotEntry {
  readonly attribute: string;
  readonly channel: string;
  readonly pname: string | null;
}

const PAGE = 20_000;

/** All that the channels carry now, page by page in the order of the index. */
export async function* snapshotEntries(db: Db): AsyncGenerator<readonly SnapshotEntry[]> {
  let after: Pick<SnapshotEntry, 'attribute' | 'channel'> = { attribute: '', channel: '' };
  for (;;) {
    const { rows } = await sql<SnapshotEntry>`
      select attribute, channel, pname from collection_package
      where known_to is null and (attribute, channel) > (${after.attribute}, ${after.channel})
      order by attribute, channel limit ${PAGE}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last;
  }
}
