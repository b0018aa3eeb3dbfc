import { sql } from 'kysely';
import { type KevRow, kevRows } from '../../projections/kev.ts';
import type { ProjectedVersion } from '../../projections/version.ts';
import type { Transaction } from '../database.ts';
import { defineProjection } from './define-projection.ts';

export const kevProjection = defineProjection({
  name: 'kev',
  version: 1,
  sources: ['kev'],
  tables: ['kev'],
  rows: ({ value }) => kevRows(value),
  write: async (trx, changes) => {
    const shown = changes.flatMap(({ version, rows }) => rows.map((row) => ({ version, row })));
    const gone = changes.filter(({ rows }) => rows.length === 0).map(({ version }) => version);
    await writeKev(trx, shown);
    await closeKev(trx, gone);
  },
});

interface KevChange {
  readonly version: ProjectedVersion;
  readonly row: KevRow;
}

/** A row is closed, and another opened, only where what we show has changed; a new version alone does not. */
async function writeKev(trx: Transaction, changes: readonly KevChange[]): Promise<void> {
  const given = sql`(
    select (change->'version'->>'observedAt')::timestamptz as known_from,
           (change->'version'->>'recordId')::bigint as record_id, (change->'version'->>'seq')::integer as seq, shown.*
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) as change,
         jsonb_to_record(change->'row') as shown (
           cve_id text, vendor_project text, product text, vulnerability_name text, short_description text,
           required_action text, date_added date, due_date date, ransomware text, notes text, cwes text[])) as given`;
  const shown = (table: 'kev' | 'given') => sql.join(SHOWN.map((column) => sql.ref(`${table}.${column}`)));
  await sql`
    update kev set known_to = given.known_from from ${given}
    where kev.cve_id = given.cve_id and kev.known_to is null
      and (${shown('kev')}) is distinct from (${shown('given')})`.execute(trx);
  await sql`
    insert into kev (cve_id, known_from, record_id, seq, ${sql.join(SHOWN.map((column) => sql.ref(column)))})
    select cve_id, known_from, record_id, seq, ${shown('given')} from ${given}
    where not exists (select from kev where kev.cve_id = given.cve_id and kev.known_to is null)`.execute(trx);
}

async function closeKev(trx: Transaction, removed: readonly ProjectedVersion[]): Promise<void> {
  const [keys, times] = [removed.map(({ key }) => key), removed.map(({ observedAt }) => observedAt)];
  await sql`
    update kev set known_to = given.at
    from unnest(${keys}::text[], ${times}::timestamptz[]) as given (cve_id, at)
    where kev.cve_id = given.cve_id and kev.known_to is null`.execute(trx);
}

const SHOWN = [
  'vendor_project',
  'product',
  'vulnerability_name',
  'short_description',
  'required_action',
  'date_added',
  'due_date',
  'ransomware',
  'notes',
  'cwes',
] as const satisfies readonly (keyof KevRow)[];
