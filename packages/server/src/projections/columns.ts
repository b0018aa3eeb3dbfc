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

/** Nullable columns are nullable in the row's type, too. */
export type Columns<Row> = {
  readonly [Name in keyof Row]: null extends Row[Name] ? `${ColumnType} or null` : ColumnType;
};

export function columnTypes(columns: object): Record<string, ColumnType> {
  const types = Object.entries(columns).map(([name, type]) => [name, String(type).replace(/ or null$/, '')]);
  return Object.fromEntries(types) as Record<string, ColumnType>;
}
