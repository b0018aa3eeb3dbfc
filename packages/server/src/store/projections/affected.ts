import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type AffectedRow, affectedRows } from '../../projections/affected/rows.ts';
import type { Transaction } from '../database.ts';
import { ofKnownRecords, type RowChange } from './change.ts';
import { defineProjection } from './define-projection.ts';
import { packageIds, packageText } from './packages.ts';
import { unnestRows } from './unnest-rows.ts';

export const affectedProjection = defineProjection({
  name: 'affected',
  version: 5,
  sources: ['cve_list_v5', 'nvd', 'osv', 'advisory', 'nvd_overrides'],
  tables: ['affected', 'affected_set'],
  rows: ({ record }) => affectedRows(record()),
  write: writeAffected,
});

/**
 * Brings the rows of records to what their newest versions say: rows that are no longer said are closed, new ones opened,
 * and those that stay the same are not touched. A record whose whole set is the one it had costs one comparison.
 *
 * What differs is found here and not in SQL: of one record with thousands of rows the planner expects a handful, and would
 * compare each with each.
 */
async function writeAffected(trx: Transaction, changes: readonly RowChange<AffectedRow>[]): Promise<void> {
  const changed = await withNewSets(trx, changes);
  if (changed.length === 0) return;
  const said = await saidBy(trx, changed);
  const open = await openRows(trx, ofKnownRecords(changed));
  const gone = [...open].filter(([identity]) => !said.has(identity)).map(([, row]) => row);
  const at = new Map(changed.map(({ version }) => [version.recordId, version.observedAt]));
  if (gone.length > 0) {
    await sql`
      update affected set known_to = given.at
      from unnest(${gone.map(({ ctid }) => ctid)}::tid[],
                  ${gone.map(({ record_id }) => at.get(record_id))}::timestamptz[]) as given (place, at)
      where affected.ctid = given.place`.execute(trx);
  }
  const added = [...said].filter(([identity]) => !open.has(identity)).map(([, row]) => row);
  if (added.length === 0) return;
  const names = sql.join(Object.keys(COLUMNS).map((name) => sql.ref(name)));
  await sql`insert into affected (${names}) select ${names} from ${unnestRows(added, COLUMNS)}`.execute(trx);
}

const COLUMNS = {
  record_id: 'bigint',
  known_from: 'timestamptz',
  package_id: 'integer',
  source: 'smallint',
  withdrawn: 'boolean',
  claims: 'text',
} as const;

interface Identity {
  readonly record_id: number;
  readonly package_id: number | null;
  readonly withdrawn: boolean;
  readonly claims: string;
}

type SaidRow = Omit<AffectedRow, 'package'> & Identity & { readonly known_from: Date };

function formatIdentity({ record_id, package_id, withdrawn, claims }: Identity): string {
  return `${record_id} ${package_id} ${withdrawn} ${claims}`;
}

async function saidBy(
  trx: Transaction,
  changes: readonly RowChange<AffectedRow>[],
): Promise<ReadonlyMap<string, SaidRow>> {
  const keys = changes.flatMap(({ rows }) => rows.map((row) => row.package));
  const ids = keys.length === 0 ? new Map<string, number>() : await packageIds(trx, keys);
  const rows = changes.flatMap(({ version, rows }) =>
    rows.map(
      ({ package: named, ...row }): SaidRow => ({
        ...row,
        record_id: version.recordId,
        known_from: version.observedAt,
        package_id: ids.get(packageText(named)) ?? null,
      }),
    ),
  );
  return new Map(rows.map((row) => [formatIdentity(row), row]));
}

/** With where they lie: the records are locked by whoever stores them, so nobody moves their rows meanwhile. */
async function openRows(
  trx: Transaction,
  changes: readonly RowChange<AffectedRow>[],
): Promise<ReadonlyMap<string, Identity & { readonly ctid: string }>> {
  if (changes.length === 0) return new Map();
  const { rows } = await sql<Identity & { ctid: string }>`
    select ctid::text, record_id, package_id, withdrawn, claims from affected
    where record_id = any(${changes.map(({ version }) => version.recordId)}::bigint[]) and known_to is null`.execute(
    trx,
  );
  return new Map(rows.map((row) => [formatIdentity(row), row]));
}

/** Those whose set of rows is not the one we have; the new hashes are kept. */
async function withNewSets(
  trx: Transaction,
  changes: readonly RowChange<AffectedRow>[],
): Promise<readonly RowChange<AffectedRow>[]> {
  const sets = changes.map(({ version, rows }) => ({ record_id: version.recordId, sha256: hashRows(rows) }));
  const { rows } = await sql<{ record_id: number }>`
    with new as (
      select given.* from ${unnestRows(sets, { record_id: 'bigint', sha256: 'bytea' })}
      left join affected_set on affected_set.record_id = given.record_id
      where affected_set.sha256 is distinct from given.sha256
    ), gone as (
      delete from affected_set using new where affected_set.record_id = new.record_id and new.sha256 is null
    ), kept as (
      insert into affected_set (record_id, sha256) select record_id, sha256 from new where sha256 is not null
      on conflict (record_id) do update set sha256 = excluded.sha256
    )
    select record_id from new`.execute(trx);
  const isNew = new Set(rows.map((row) => row.record_id));
  return changes.filter(({ version }) => isNew.has(version.recordId));
}

/** The order in a record means nothing between its entries. Null for none: a record without packages needs no row. */
function hashRows(rows: readonly AffectedRow[]): Buffer | null {
  if (rows.length === 0) return null;
  const hash = createHash('sha256');
  const texts = rows.map((row) => JSON.stringify([packageText(row.package), row.withdrawn, row.claims]));
  for (const text of texts.sort()) hash.update(text).update('\n');
  return hash.digest();
}
