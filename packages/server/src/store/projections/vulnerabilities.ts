import { type SubjectFacts, vulnerabilitiesOfRecord } from '@almanac/core/aliases';
import { normaliseOsvId } from '@almanac/core/ids';
import { sql } from 'kysely';
import { type ProjectedVersion, sourceNumber } from '../../projections/version.ts';
import type { Transaction } from '../database.ts';
import { membersOfGroups } from './alias-groups.ts';
import type { Projection } from './define-projection.ts';
import { unnestRows } from './unnest-rows.ts';
import { summarise } from './vulnerability-summary.ts';

export const vulnerabilitiesProjection: Projection = {
  name: 'vulnerabilities',
  version: 1,
  sources: ['cve_list_v5', 'nvd', 'osv', 'advisory', 'kev'],
  tables: ['vulnerability_record', 'vulnerability'],
  present: true,
  write: async (trx, source, changes) => {
    const versions = changes.map(({ version }) => version);
    return { rows: await writeVulnerabilities(trx, sourceNumber(source), versions), dropped: 0 };
  },
};

const ROW = { vuln: 'text', record_id: 'bigint', id: 'text', source: 'smallint', several: 'boolean' } as const;

interface RecordRow {
  readonly vuln: string;
  readonly record_id: number;
  readonly id: string;
  readonly source: number;
  readonly several: boolean;
}

/**
 * Brings up to date which vulnerabilities these records are about, and the summaries of all that this concerns. Reads what the
 * projections before it have written: aliases, relations and the records' own rows. Answers the number of rows.
 */
async function writeVulnerabilities(
  trx: Transaction,
  source: number,
  versions: readonly ProjectedVersion[],
): Promise<number> {
  // Two sources that write records of one vulnerability at once would each summarise only their own half.
  await sql`select pg_advisory_xact_lock(hashtext('vulnerability'))`.execute(trx);
  const changed = new Map(versions.map(({ recordId, key }) => [recordId, { id: key, source }]));
  const gone = new Set(versions.filter(({ removed }) => removed === true).map(({ recordId }) => recordId));
  const records = new Map([...(await regrouped(trx, versions)), ...changed]);
  for (const id of gone) records.delete(id);
  const rows = await loadSubjects(trx, records);
  const moved = await replaceRows(trx, [...records.keys(), ...gone], rows);
  const own = rows.filter(({ record_id }) => changed.has(record_id)).map(({ vuln }) => vuln);
  await summarise(trx, [...new Set([...moved, ...own])]);
  return rows.length;
}

type Records = ReadonlyMap<number, { readonly id: string; readonly source: number }>;

/**
 * Other records that may be about another vulnerability now: those of the groups that these versions may have joined or parted, and
 * those that cover an id of such a group. Both ends of every assertion that changed are among the ids that a record ever asserted.
 */
async function regrouped(trx: Transaction, versions: readonly ProjectedVersion[]): Promise<Records> {
  const { rows: asserted } = await sql<{ alias: string }>`
    select distinct alias from alias_assertion
    where record_id = any(${versions.map(({ recordId }) => recordId)}::bigint[])`.execute(trx);
  if (asserted.length === 0) return new Map();
  // In steps: of lists that are given the planner knows the length, of those that a step before has found it does not.
  const touched = await membersOfGroups(trx, [
    ...versions.map(({ key }) => key),
    ...asserted.map(({ alias }) => alias),
  ]);
  const { rows: covering } = await sql<{ record_id: number }>`
    select distinct record_id from relation
    where id = any(${touched}::text[]) and kind in (1, 3) and known_to is null`.execute(trx);
  const { rows } = await sql<{ record_id: number; id: string; source: number }>`
    select distinct record_id, id, source from vulnerability_record where id = any(${touched}::text[])
    union
    select distinct record_id, id, source from vulnerability_record
    where record_id = any(${covering.map((row) => row.record_id)}::bigint[])`.execute(trx);
  return new Map(rows.map(({ record_id, id, source }) => [record_id, { id, source }]));
}

async function loadSubjects(trx: Transaction, records: Records): Promise<RecordRow[]> {
  const { rows: relations } = await sql<{ record_id: number; covers: string[] }>`
    select record_id, array_agg(id order by id) as covers from relation
    where record_id = any(${[...records.keys()]}::bigint[]) and kind in (1, 3) and known_to is null
    group by record_id`.execute(trx);
  const covers = new Map(relations.map((row) => [row.record_id, row.covers]));
  const named = new Set([...records.values()].map(({ id }) => id).concat(relations.flatMap((row) => row.covers)));
  const groupOf = await loadGroups(trx, named);
  return [...records].flatMap(([record_id, { id, source }]) => {
    const vulns = vulnerabilitiesOfRecord({ id, covers: covers.get(record_id) ?? [], groupOf });
    return vulns.map((vuln) => ({ vuln, record_id, id, source, several: vulns.length > 1 }));
  });
}

/** Groups with more ids than one vulnerability has are wrong somewhere: their ids are left to themselves. */
async function loadGroups(trx: Transaction, ids: ReadonlySet<string>): Promise<SubjectFacts['groupOf']> {
  const written = [...ids].flatMap((id) => [id, normaliseOsvId(id.trim()) ?? id, id.slice(id.indexOf('CVE-'))]);
  const { rows } = await sql<{ id: string; group_id: string }>`
    select id, group_id from alias_group where id = any(${[...new Set(written)]}::text[]) and not over_large`.execute(
    trx,
  );
  const groups = new Map(rows.map(({ id, group_id }) => [id, group_id]));
  return (id) => groups.get(id) ?? id;
}

/** Answers the vulnerabilities that have other records now, or records that count otherwise. */
async function replaceRows(
  trx: Transaction,
  recordIds: readonly number[],
  rows: readonly RecordRow[],
): Promise<readonly string[]> {
  const { rows: before } = await sql<Pick<RecordRow, 'vuln' | 'record_id' | 'several'>>`
    select vuln, record_id, several from vulnerability_record where record_id = any(${recordIds}::bigint[])`.execute(
    trx,
  );
  const now = new Set(rows.map(({ vuln, record_id }) => `${record_id} ${vuln}`));
  const was = new Map(before.map(({ vuln, record_id, several }) => [`${record_id} ${vuln}`, several]));
  const parted = before.filter(({ vuln, record_id }) => !now.has(`${record_id} ${vuln}`));
  const joined = rows.filter(({ vuln, record_id, several }) => was.get(`${record_id} ${vuln}`) !== several);
  if (parted.length > 0) {
    await sql`
      delete from vulnerability_record using ${unnestRows(parted, { vuln: 'text', record_id: 'bigint', several: 'boolean' })}
      where vulnerability_record.vuln = given.vuln and vulnerability_record.record_id = given.record_id`.execute(trx);
  }
  if (joined.length > 0) {
    await sql`
      insert into vulnerability_record (vuln, record_id, id, source, several)
      select vuln, record_id, id, source, several from ${unnestRows(joined, ROW)}
      on conflict (vuln, record_id) do update set several = excluded.several`.execute(trx);
  }
  return [...parted, ...joined].map(({ vuln }) => vuln);
}
