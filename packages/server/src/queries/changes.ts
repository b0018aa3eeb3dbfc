import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

export interface ChangeEntry {
  readonly source: SourceId;
  readonly key: string;
  readonly recordId: number;
  readonly seq: number;
  readonly observedAt: Date;
  /** The source no longer has the record. */
  readonly removed: boolean;
  /** The transaction that stored it, in change order. */
  readonly tx: string;
}

export interface ChangePage {
  readonly changes: readonly ChangeEntry[];
  /** Where to go on; the position that was given when there was nothing new. */
  readonly position: string | null;
}

/**
 * Lists changes after `position` in transaction order, and only from transactions older than every running one.
 * Transaction numbers are assigned at the start, so a lower number may commit later, and a reader already past it would
 * miss it.
 */
export async function changesAfter(db: Db, position: string | null, limit: number): Promise<ChangePage> {
  const [afterTx, afterRecord, afterSeq] = parsePosition(position);
  const { rows } = await sql<ChangeEntry>`
    select version.tx::text as tx, version.record_id as "recordId", version.seq, version.observed_at as "observedAt",
           version.blob_id is null as removed, record.key, source.name as source
    from version
    join record on record.id = version.record_id
    join source on source.id = record.source
    where version.tx >= ${afterTx}::xid8 and version.tx < settled_before()
      and (version.tx, version.record_id, version.seq) > (${afterTx}::xid8, ${afterRecord}::bigint, ${afterSeq}::integer)
    order by version.tx, version.record_id, version.seq limit ${limit}`.execute(db);
  const last = rows.at(-1);
  return { changes: rows, position: last === undefined ? position : formatPosition(last) };
}

/** The place of a change in the order of all. */
export function formatPosition({ tx, recordId, seq }: Pick<ChangeEntry, 'tx' | 'recordId' | 'seq'>): string {
  return `${tx}.${recordId}.${seq}`;
}

function parsePosition(position: string | null): readonly [tx: string, recordId: string, seq: string] {
  if (position === null) return ['0', '0', '0'];
  const [, tx = '0', recordId = '0', seq = '0'] = /^(\d{1,19})\.(\d{1,18})\.(\d{1,9})$/.exec(position) ?? [];
  return [tx, recordId, seq];
}
