import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { UsageError } from '../../errors.ts';
import { columnsOf, type PlainType, type RowOf, SCHEMA, TABLE_NAMES, TABLES, type TableName } from './tables.ts';

/** Collects an export on disk, where rows repeated by other shards are found without keeping them in memory. */
export interface Draft extends Disposable {
  add<T extends TableName>(table: T, row: RowOf<T>): void;
  addOnce<T extends TableName>(table: T, row: RowOf<T>): void;
  /** Numbers the statement. A product statement that several shards repeat is added once. */
  addStatement<T extends 'affected' | 'product'>(
    table: T,
    row: Omit<RowOf<T>, 'statement'>,
    claims: readonly Omit<RowOf<'claim'>, 'statement'>[],
  ): void;
  finish(): void;
  count(table: TableName): number;
  /** Copies the database compactly, in key order. */
  copyTo(file: string): void;
}

const CACHE_KIB = 16_384;
/** `ALMN`, SQLite's application id. */
const APPLICATION = 0x41_4c_4d_4e;

export async function openDraft(file: string): Promise<Draft> {
  const { DatabaseSync: Database } = await loadSqlite();
  const db = new Database(file);
  // Unfinished drafts are thrown away, so they need no journal.
  db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KIB};
    pragma application_id = ${APPLICATION}; pragma user_version = ${SCHEMA};
    create temp table known_product (digest blob primary key) without rowid;`);
  for (const table of TABLE_NAMES) db.exec(createTable(table));
  db.exec('begin');
  const insert = (how: string) =>
    new Map(TABLE_NAMES.map((table) => [table, db.prepare(`${how} into ${quoted(table)} values (${places(table)})`)]));
  const [adding, addingOnce] = [insert('insert'), insert('insert or ignore')];
  const known = db.prepare('insert or ignore into known_product values (?)');
  let statement = 0;

  function add<T extends TableName>(statements: typeof adding, table: T, row: RowOf<T>): void {
    statements.get(table)?.run(...columnsOf(table).map(({ name, type }) => toSql(type, row[name as keyof RowOf<T>])));
  }
  return {
    add: (table, row) => add(adding, table, row),
    addOnce: (table, row) => add(addingOnce, table, row),
    addStatement(table, row, claims) {
      if (table === 'product' && known.run(digestOf([row, claims])).changes === 0) return;
      statement += 1;
      add(adding, table, { ...row, statement } as RowOf<typeof table>);
      for (const claim of claims) add(adding, 'claim', { ...claim, statement });
    },
    finish() {
      db.exec('commit');
      for (const table of TABLE_NAMES) for (const sql of createIndexes(table)) db.exec(sql);
    },
    count: (table) => Number(db.prepare(`select count(*) as n from ${quoted(table)}`).get()?.['n']),
    copyTo: (target) => void db.prepare('vacuum into ?').run(target),
    [Symbol.dispose]: () => db.close(),
  };
}

/** Loaded on demand: the oldest supported Node.js lacks SQLite, and only exports need it. */
async function loadSqlite(): Promise<{ readonly DatabaseSync: typeof DatabaseSync }> {
  try {
    return await import('node:sqlite');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_UNKNOWN_BUILTIN_MODULE') throw error;
    throw new UsageError(`Node.js ${process.version} has no SQLite.`, 'An export needs Node.js 22.13 or later.');
  }
}

function createTable(table: TableName): string {
  const columns = columnsOf(table).map(
    ({ name, type, isOptional }) => `${quoted(name)} ${SQL_TYPES[type]}${isOptional ? '' : ' not null'}`,
  );
  const key = `primary key (${TABLES[table].key.map(quoted).join(', ')})`;
  return `create table ${quoted(table)} (${[...columns, key].join(', ')}) strict, without rowid`;
}

function createIndexes(table: TableName): string[] {
  const about = TABLES[table];
  if (!('indexes' in about)) return [];
  return about.indexes.map((columns) => {
    const name = quoted(`${table}_by_${columns.join('_')}`);
    return `create index ${name} on ${quoted(table)} (${columns.map(quoted).join(', ')})`;
  });
}

const SQL_TYPES: Readonly<Record<PlainType, string>> = {
  text: 'text',
  integer: 'integer',
  real: 'real',
  boolean: 'integer',
  json: 'text',
};

function toSql(type: PlainType, value: unknown): SQLInputValue {
  if (value === null) return null;
  if (type === 'json') return JSON.stringify(value);
  return type === 'boolean' ? Number(value) : (value as SQLInputValue);
}

function digestOf(value: unknown): Uint8Array {
  return createHash('sha256').update(JSON.stringify(value)).digest();
}

function places(table: TableName): string {
  return columnsOf(table)
    .map(() => '?')
    .join();
}

function quoted(name: string): string {
  return `"${name}"`;
}
