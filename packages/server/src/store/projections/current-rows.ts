import { sql } from 'kysely';
import { type Columns, columnTypes } from '../../projections/columns.ts';
import type { Transaction } from '../database.ts';
import type { RowChange } from './change.ts';
import { unnestRows } from './unnest-rows.ts';

/** A table with at most one row for each record, as its newest version has it. */
export interface CurrentTable<Row> {
  readonly table: string;
  readonly columns: Columns<Row>;
}

export async function writeCurrentRows<Row extends object>(
  trx: Transaction,
  { table, columns }: CurrentTable<Row>,
  changes: readonly RowChange<Row>[],
): Promise<void> {
  const gone = changes.filter(({ rows }) => rows.length === 0).map(({ version }) => version.recordId);
  if (gone.length > 0) {
    await sql`delete from ${sql.table(table)} where record_id = any(${gone}::bigint[])`.execute(trx);
  }
  const rows = changes.flatMap(({ version, rows: [row] }) =>
    row === undefined ? [] : [{ ...row, record_id: version.recordId, seq: version.seq }],
  );
  if (rows.length === 0) return;
  const all = columnTypes({ record_id: 'bigint', seq: 'integer', ...columns });
  const names = Object.keys(all);
  const updated = names.filter((name) => name !== 'record_id');
  await sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => sql.ref(name)))} from ${unnestRows<object>(rows, all)}
    on conflict (record_id) do update
    set ${sql.join(updated.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(trx);
}
