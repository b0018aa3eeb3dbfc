import type { SourceId } from '@almanac/contract';
import { type RawBuilder, sql } from 'kysely';
import type { SourceTable } from '../projections/source-table.ts';
import { SOURCE_TABLES } from '../projections/tables.ts';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { PROJECTIONS } from '../store/projections/index.ts';

/** A table that is computed from records does not stand for exactly those that it should. */
export interface ProjectionMismatch {
  readonly table: string;
  readonly fault: 'no row' | 'row of no record';
  readonly count: number;
  /** The keys of the first. */
  readonly keys: readonly string[];
}

/** Every live record of these sources must have a row in the table. */
interface Required {
  readonly table: string;
  readonly sources: readonly SourceId[];
  /** The row of `record` and its `current_version`. */
  readonly row: RawBuilder<unknown>;
  readonly only?: RawBuilder<unknown>;
}

const NEWEST = (table: string) => sql`
  select from ${sql.table(table)} as t where t.record_id = record.id and t.seq = current_version.seq`;

const OF_SOURCES = Object.entries<SourceTable>(SOURCE_TABLES);

const REQUIRED: readonly Required[] = [
  ...OF_SOURCES.flatMap(([table, { source, everyRecord }]) =>
    everyRecord === true ? [{ table, sources: [source], row: NEWEST(table) }] : [],
  ),
  { table: 'advisory', sources: ['osv', 'advisory'], row: NEWEST('advisory') },
  {
    table: 'search_document',
    sources: ['cve_list_v5', 'nvd', 'osv', 'advisory', 'kev'],
    row: sql`select from search_document as t where t.record_id = record.id`,
  },
  {
    table: 'vulnerability_record',
    sources: ['cve_list_v5', 'nvd', 'osv', 'advisory', 'kev'],
    row: sql`select from vulnerability_record as t where t.record_id = record.id`,
  },
  {
    table: 'kev',
    sources: ['kev'],
    row: sql`select from kev as t where t.record_id = record.id and t.known_to is null`,
  },
  { table: 'channel', sources: ['channels'], row: NEWEST('channel') },
  {
    table: 'collection_package',
    sources: ['packages'],
    row: sql`select from collection_package as t where t.record_id = record.id and t.known_to is null`,
  },
  { table: 'dependency', sources: ['dependencies'], row: NEWEST('dependency') },
  // A record of EPSS is a day, or the score of one CVE that was asked for by itself.
  {
    table: 'epss_day',
    sources: ['epss'],
    row: sql`select from epss_day as t where t.scored_on::text = record.key`,
    only: sql`record.key not like 'CVE-%'`,
  },
  {
    table: 'epss_current',
    sources: ['epss'],
    row: sql`select from epss_current as t where t.cve_id = record.key`,
    only: sql`record.key like 'CVE-%'`,
  },
];

/** Every row of the table, or every open one, must be of a live record of a source that the projection is made of. */
interface Standing {
  readonly table: string;
  readonly open?: boolean;
}

const STANDING: readonly Standing[] = [
  ...OF_SOURCES.map(([table]) => ({ table })),
  { table: 'advisory' },
  { table: 'search_document' },
  { table: 'vulnerability_record' },
  { table: 'weakness' },
  { table: 'record_fact' },
  { table: 'affected_set' },
  { table: 'affected', open: true },
  { table: 'alias_assertion', open: true },
  { table: 'relation', open: true },
  { table: 'kev', open: true },
  { table: 'exploit', open: true },
  { table: 'channel' },
  { table: 'collection_package', open: true },
  { table: 'dependency' },
  { table: 'issue' },
  { table: 'pull_request' },
  { table: 'issue_pull' },
  { table: 'pull_reach' },
];

/** Groups have no records, and scores stay when their day is gone from the source: they were published. */
export const COMPARED_TABLES: ReadonlySet<string> = new Set(
  [...REQUIRED, ...STANDING].map(({ table }) => table).concat('alias_group', 'epss_month', 'vulnerability'),
);

/** Compares the ids of evidence with those of all that is computed from it. `listed` keys of each mismatch are named. */
export async function* projectionMismatches(db: Db, listed: number): AsyncGenerator<ProjectionMismatch> {
  for (const required of REQUIRED) {
    const found = await counted(db, withoutRow(required), listed);
    if (found.count > 0) yield { table: required.table, fault: 'no row', ...found };
  }
  for (const standing of STANDING) {
    const found = await counted(db, withoutRecord(standing), listed);
    if (found.count > 0) yield { table: standing.table, fault: 'row of no record', ...found };
  }
}

function withoutRow({ sources, row, only = sql`true` }: Required): RawBuilder<unknown> {
  return sql`
    select source.name || ' ' || record.key as key
    from record join source on source.id = record.source join current_version on current_version.record_id = record.id
    where record.source = any(${sources.map(sourceNumber)}::smallint[]) and content_sha256 is not null
      and ${only} and not exists (${row})`;
}

function withoutRecord({ table, open = false }: Standing): RawBuilder<unknown> {
  const sources = PROJECTIONS.find(({ tables }) => tables.includes(table))?.sources ?? [];
  return sql`
    select coalesce(source.name || ' ' || record.key, 'record ' || t.record_id) as key
    from (select distinct record_id from ${sql.table(table)} ${open ? sql`where known_to is null` : sql``}) as t
    left join record on record.id = t.record_id
    left join source on source.id = record.source
    where not exists (
      select from current_version
      where current_version.record_id = t.record_id and content_sha256 is not null
        and record.source = any(${sources.map(sourceNumber)}::smallint[]))`;
}

async function counted(
  db: Db,
  keys: RawBuilder<unknown>,
  listed: number,
): Promise<Pick<ProjectionMismatch, 'count' | 'keys'>> {
  const { rows } = await sql<{ count: number; keys: string[] }>`
    with found as materialized (${keys})
    select (select count(*) from found) as count,
           array(select key from found order by key collate "C" limit ${listed}) as keys`.execute(db);
  return rows[0] ?? { count: 0, keys: [] };
}
