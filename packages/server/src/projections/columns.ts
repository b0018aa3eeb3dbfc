/** The type of a column, as PostgreSQL names it. */
export type ColumnType =
  | 'bigint'
  | 'integer'
  | 'smallint'
  | 'real'
  | 'boolean'
  | 'text'
  | 'text[]'
  | 'integer[]'
  | 'jsonb'
  | 'timestamptz'
  | 'bytea';

/** The columns of a row. One that may lack its value says so in the type of the row and in that of the column. */
export type Columns<Row> = {
  readonly [Name in keyof Row]: null extends Row[Name] ? `${ColumnType} or null` : ColumnType;
};

/** The types alone. */
export function columnTypes(columns: object): Record<string, ColumnType> {
  const types = Object.entries(columns).map(([name, type]) => [name, String(type).replace(/ or null$/, '')]);
  return Object.fromEntries(types) as Record<string, ColumnType>;
}
