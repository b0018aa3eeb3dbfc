import { type RawBuilder, sql } from 'kysely';
import { arrayText, quoted, textArray } from '../../platform/array-text.ts';
import type { ColumnType } from '../../projections/columns.ts';

/**
 * Rows as a table `given` for one statement: a list for each column, however many rows. A list within a row travels as text,
 * since `unnest` would flatten it.
 */
export function unnestRows<Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Partial<Record<string & keyof Row, ColumnType>>>,
): RawBuilder<unknown> {
  const named = Object.entries(columns) as [string & keyof Row, ColumnType][];
  const lists = named.map(([name, type]) => {
    const values = rows.map((row) => row[name]);
    return sql`${arrayText(values, WRITTEN[type])}::${sql.raw(isList(type) ? 'text' : type)}[]`;
  });
  const names = sql.join(named.map(([name]) => sql.ref(name)));
  const selected = named.map(([name, type]) =>
    isList(type) ? sql`${sql.ref(name)}::${sql.raw(type)} as ${sql.ref(name)}` : sql.ref(name),
  );
  return sql`(select ${sql.join(selected)} from unnest(${sql.join(lists)}) as listed (${names})) as given`;
}

function isList(type: ColumnType): boolean {
  return type.endsWith('[]');
}

const list = (values: unknown): string => quoted(textArray((values as readonly unknown[]).map(String)));

/** How a value of a column is written as an element of a list. */
const WRITTEN: Readonly<Record<ColumnType, (value: unknown) => string>> = {
  bigint: String,
  integer: String,
  smallint: String,
  real: String,
  boolean: String,
  text: (value) => quoted(value as string),
  'text[]': list,
  'integer[]': list,
  jsonb: (value) => quoted(JSON.stringify(value)),
  timestamptz: (value) => `"${(value as Date).toISOString()}"`,
  bytea: (value) => `"\\\\x${(value as Buffer).toString('hex')}"`,
};
