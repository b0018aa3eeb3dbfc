import type { OsvItem, Severity } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** Keyed by record ID. */
export async function osvItems(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, OsvItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ItemRow>`
    select record.key, advisory.summary, advisory.severity, ${OSV_DATES}
    from unnest(${texts(ids)}) as asked (key)
    join record on record.source = ${sourceNumber('osv')} and record.key = asked.key
    join current_version kept on kept.record_id = record.id
    left join advisory on advisory.record_id = record.id`.execute(db);
  return new Map(rows.map((row) => [row.key, toOsvItem(row)]));
}

/** The date in the document, and the one that OSV gives the same content now, where it is another one. */
export const OSV_DATES = sql`coalesce(advisory.modified, kept.upstream_modified, kept.observed_at) as modified,
  case when kept.upstream_modified <> advisory.modified then kept.upstream_modified end as redated`;

interface ItemRow {
  readonly key: string;
  readonly modified: Date;
  readonly redated: Date | null;
  readonly summary: string | null;
  readonly severity: Severity | 'none' | null;
}

export function toOsvItem({ key, modified, redated, summary, severity }: ItemRow): OsvItem {
  return {
    id: key,
    modified: modified.toISOString(),
    ...(redated === null ? {} : { redated: redated.toISOString() }),
    ...(summary === null ? {} : { summary }),
    // A score of nought is no word of the contract's four.
    ...(severity === null || severity === 'none' ? {} : { severity }),
  };
}
