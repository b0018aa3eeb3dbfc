import { type RawBuilder, sql } from 'kysely';
import type { ColumnType } from '../../projections/columns.ts';

/**
 * Rows as a table `given` for one statement: a list for each column, however many rows. A list within a row travels as text,
 * since `unnest` would flatten it.
 */
export function unnestRows<Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Record<string & keyof Row, ColumnType>>,
): RawBuilder<unknown> {
  const named = Object.entries(columns) as [string & keyof Row, ColumnType][];
  const lists = named.map(([name, type]) => {
    const values = rows.map((row) => row[name]);
    if (type === 'jsonb') return sql`${values.map((value) => JSON.stringify(value))}::jsonb[]`;
    return isList(type) ? sql`${values.map(literal)}::text[]` : sql`${values}::${sql.raw(type)}[]`;
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

/** A list of texts as PostgreSQL writes one. */
function literal(values: unknown): string | null {
  if (!Array.isArray(values)) return null;
  return `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, (mark) => `\\${mark}`)}"`).join(',')}}`;
}
