import type { OsvItem, Severity } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { texts } from './list-parameter.ts';

/** What a list says of each of these records of OSV, by the record's id. */
export async function osvItems(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, OsvItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ItemRow>`
    select record.key, advisory.summary, advisory.severity,
           coalesce(kept.upstream_modified, advisory.modified, kept.observed_at) as modified
    from unnest(${texts(ids)}) as asked (key)
    join record on record.source = ${sourceNumber('osv')} and record.key = asked.key
    join current_version kept on kept.record_id = record.id
    left join advisory on advisory.record_id = record.id`.execute(db);
  return new Map(rows.map((row) => [row.key, osvItemOf(row)]));
}

interface ItemRow {
  readonly key: string;
  readonly modified: Date;
  readonly summary: string | null;
  readonly severity: Severity | 'none' | null;
}

export function osvItemOf({ key, modified, summary, severity }: ItemRow): OsvItem {
  return {
    id: key,
    modified: modified.toISOString(),
    ...(summary === null ? {} : { summary }),
    // A score of nought is no word of the contract's four.
    ...(severity === null || severity === 'none' ? {} : { severity }),
  };
}
