import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import type { SnapshotMoment } from './snapshot-moment.ts';

export interface StoredRecord {
  readonly id: number;
  readonly source: SourceId;
}

/** Records with a version that is seen now and was not at an earlier moment of the same tables; null where there are more than `most`. */
export async function recordsStoredSince(
  db: Db,
  { seen, shift }: SnapshotMoment,
  most: number,
): Promise<readonly StoredRecord[] | null> {
  // Every number below was seen. As a value of its own, since the planner knows how many are above it.
  const first = BigInt(seen.split(':', 1)[0] ?? '0') + BigInt(shift);
  const { rows } = await sql<{ id: number; source: number }>`
    select distinct version.record_id as id, own.source
    from version
    cross join lateral (select source from record where record.id = version.record_id offset 0) own
    where version.tx >= ${String(first)}::xid8
      and not pg_visible_in_snapshot(greatest(version.tx::text::bigint - ${shift}::bigint, 0)::text::xid8, ${seen}::pg_snapshot)
    limit ${most + 1}`.execute(db);
  // A source that this release does not know is none that a snapshot is made from.
  const known = rows.flatMap(({ id, source }) => {
    const name = SOURCE_IDS[source - 1];
    return name === undefined ? [] : [{ id, source: name }];
  });
  return rows.length > most ? null : known;
}
