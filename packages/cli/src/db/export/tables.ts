/**
 * The tables of an SQLite export. `?` marks nullable columns, `json` is JSON text. docs/snapshot-format.md describes
 * each column; a test compares both. Changes that a query may notice raise `SCHEMA`.
 */
export const SCHEMA = 1;

const STATEMENT = {
  source: 'text',
  record: 'text',
  vulnerability: 'text',
  sha256: 'text?',
  said_by: 'text?',
  withdrawn: 'boolean',
  default_status: 'text',
  range: 'text?',
} as const;

export const TABLES = {
  snapshot: {
    key: ['root'],
    columns: {
      schema: 'integer',
      origin: 'text',
      entries: 'integer',
      root: 'text',
      manifest: 'text',
      published: 'text',
      expires: 'text',
      complete: 'boolean',
    },
  },
  partition: {
    key: ['name'],
    columns: {
      name: 'text',
      licences: 'json',
      names: 'integer',
      rows: 'integer',
      shards: 'integer?',
      exported_shards: 'integer',
    },
  },
  source: {
    key: ['id'],
    columns: {
      id: 'text',
      included: 'boolean',
      name: 'text?',
      licence: 'text?',
      attribution: 'text?',
      state: 'text?',
      checked_at: 'text?',
      changed_at: 'text?',
      age_seconds: 'integer?',
    },
  },
  coverage: {
    key: ['ecosystem', 'source'],
    columns: { ecosystem: 'text', source: 'text', state: 'text' },
  },
  package: {
    key: ['ecosystem', 'name'],
    columns: { ecosystem: 'text', name: 'text', statements: 'integer', complete: 'boolean' },
  },
  affected: {
    key: ['statement'],
    indexes: [['package', 'ecosystem'], ['vulnerability']],
    columns: {
      statement: 'integer',
      ecosystem: 'text',
      release: 'text?',
      package: 'text',
      written_as: 'text',
      ...STATEMENT,
    },
  },
  product: {
    key: ['statement'],
    indexes: [['vulnerability']],
    columns: { statement: 'integer', ecosystem: 'text?', vendor: 'text?', name: 'text', ...STATEMENT },
  },
  claim: {
    key: ['statement', 'position'],
    columns: {
      statement: 'integer',
      position: 'integer',
      status: 'text',
      kind: 'text',
      version_order: 'text?',
      range: 'text?',
      events: 'json?',
      versions: 'json?',
      text: 'text?',
      doubt: 'text?',
      caveats: 'json',
      conditions: 'json',
    },
  },
  vulnerability: {
    key: ['id'],
    columns: { id: 'text', severity: 'text?', score: 'real?', title: 'text?' },
  },
  alias: {
    key: ['id', 'vulnerability'],
    columns: { id: 'text', vulnerability: 'text', rejected: 'boolean' },
  },
  covers: {
    key: ['advisory', 'cve'],
    columns: { advisory: 'text', cve: 'text' },
  },
  carried: {
    key: ['channel', 'attribute'],
    columns: {
      channel: 'text',
      attribute: 'text',
      name: 'text?',
      version: 'text?',
      ecosystem: 'text?',
      ecosystem_name: 'text?',
      homepage: 'text?',
      cpes: 'json',
      purls: 'json',
      known_vulnerabilities: 'json',
      patched: 'json',
      sha256: 'text?',
    },
  },
  kev: {
    key: ['cve'],
    columns: { cve: 'text', added: 'text' },
  },
  epss: {
    key: ['cve'],
    columns: { cve: 'text', probability: 'real' },
  },
} as const satisfies Readonly<Record<string, ExportTable>>;

export interface ExportTable {
  /** Also the order of the rows. */
  readonly key: readonly string[];
  readonly indexes?: readonly (readonly string[])[];
  readonly columns: Readonly<Record<string, ColumnType>>;
}

export type PlainType = keyof Values;
export type ColumnType = PlainType | `${PlainType}?`;

interface Values {
  readonly text: string;
  readonly integer: number;
  readonly real: number;
  readonly boolean: boolean;
  readonly json: readonly unknown[];
}

type ValueOf<T> = T extends PlainType
  ? Values[T]
  : T extends `${infer P extends PlainType}?`
    ? Values[P] | null
    : never;

export type TableName = keyof typeof TABLES;

export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

export type RowOf<T extends TableName> = {
  readonly [C in keyof (typeof TABLES)[T]['columns']]: ValueOf<(typeof TABLES)[T]['columns'][C]>;
};

export function columnsOf(table: TableName): { name: string; type: PlainType; isOptional: boolean }[] {
  const columns: readonly (readonly [string, ColumnType])[] = Object.entries(TABLES[table].columns);
  return columns.map(([name, type]) => ({
    name,
    type: type.replace('?', '') as PlainType,
    isOptional: type.endsWith('?'),
  }));
}
