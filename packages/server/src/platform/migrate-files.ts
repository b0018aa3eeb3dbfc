import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface MigrationFile {
  readonly name: string;
  readonly sha256: string;
  readonly sql: string;
  /** `create index concurrently` and the like cannot run in a transaction. Such a file has a single statement. */
  readonly transaction: boolean;
  /** The index that such a file builds, if any. */
  readonly index: string | null;
}

export interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
}

const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

export async function readMigrations(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    if (!NAME.test(name)) throw new Error(`Migration ${name}: expected a name like 0007_what_it_adds.sql`);
    const number = name.slice(0, 4);
    if (numbers.has(number)) throw new Error(`Migration ${name}: the number ${number} is taken`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(directory, name), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      return { name, sha256, sql, transaction: !sql.startsWith('-- no-transaction'), index: builtIndex(sql) };
    }),
  );
}

function builtIndex(sql: string): string | null {
  return /^create (?:unique )?index concurrently (\w+) on /m.exec(sql)?.[1] ?? null;
}

/**
 * Returns the files left to apply. Throws if an applied file is missing or changed, unless it is newer than all others:
 * then a later release applied it.
 */
export function pendingMigrations(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): MigrationFile[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const newest = files.at(-1)?.name ?? '';
  for (const { name, sha256 } of applied) {
    const file = byName.get(name);
    if (file === undefined && name > newest) continue;
    if (file === undefined) throw new Error(`Migration ${name} was applied to this database, but its file is missing`);
    if (file.sha256 !== sha256) throw new Error(`Migration ${name} was edited after it had been applied`);
  }
  const done = new Set(applied.map(({ name }) => name));
  const pending = files.filter(({ name }) => !done.has(name));
  const last =
    applied
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? '';
  const late = pending.find(({ name }) => name < last);
  if (late !== undefined) throw new Error(`Migration ${late.name} comes before ${last}, which was applied already`);
  return pending;
}
