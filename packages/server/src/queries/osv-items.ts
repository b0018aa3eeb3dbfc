import type { OsvItem, Severity } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** What a list says of each of these records of OSV, by the record's number. */
export async function osvItems(db: Db, recordIds: readonly number[]): Promise<ReadonlyMap<number, OsvItem>> {
  if (recordIds.length === 0) return new Map();
  const { rows } = await sql<ItemRow>`/* prepared as osv_items */
    select record.id as "recordId", record.key, advisory.summary, advisory.severity,
           coalesce(kept.upstream_modified, advisory.modified, kept.observed_at) as modified
    from unnest((select ${recordIds}::bigint[])) as asked (id)
    join record on record.id = asked.id
    join current_version kept on kept.record_id = record.id
    left join advisory on advisory.record_id = record.id`.execute(db);
  return new Map(rows.map((row) => [row.recordId, itemOf(row)]));
}

interface ItemRow {
  readonly recordId: number;
  readonly key: string;
  readonly modified: Date;
  readonly summary: string | null;
  readonly severity: Severity | 'none' | null;
}

function itemOf({ key, modified, summary, severity }: ItemRow): OsvItem {
  return {
    id: key,
    modified: modified.toISOString(),
    ...(summary === null ? {} : { summary }),
    // A score of nought is no word of the contract's four.
    ...(severity === null || severity === 'none' ? {} : { severity }),
  };
}
