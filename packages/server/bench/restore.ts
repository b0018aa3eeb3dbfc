import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createEmptyDatabase, createTestDatabase } from '../test/support/database.ts';
import { fill, SOURCES } from './ingest.ts';
import { withClient } from './ingest-copy.ts';
import { sentBy } from './ingest-records.ts';

const VULNERABILITIES = Number(process.env['BENCH_VULNERABILITIES'] ?? 10_000);
const SERVER = path.resolve(import.meta.dirname, '../src/bin/almanac-server.ts');

/** `npm run bench restore`: a backup and its restore by PostgreSQL's own means, beside `export` and `restore`. */
export async function benchRestore(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-bench-'));
  const [dump, archive] = [path.join(folder, 'almanac.dump'), path.join(folder, 'archive')];
  await using database = await createTestDatabase();
  await using restoredDump = await createEmptyDatabase();
  await using restoredArchive = await createTestDatabase();
  let records = 0;
  for (const id of SOURCES) {
    const sent = await sentBy(id, VULNERABILITIES);
    await fill(database.url, id, sent);
    records += sent.length;
  }
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['pg_dump', () => run('pg_dump', ['--format=custom', `--file=${dump}`, database.url])],
    ['pg_restore', () => run('pg_restore', ['--exit-on-error', `--dbname=${restoredDump.url}`, dump])],
    ['export', () => server(database.url, ['export', archive])],
    ['restore', () => server(restoredArchive.url, ['restore', archive])],
    ['verify', () => server(restoredArchive.url, ['verify'])],
  ];
  const seconds: Record<string, number> = {};
  for (const [name, step] of steps) {
    const began = performance.now();
    await step();
    seconds[name] = Number(((performance.now() - began) / 1_000).toFixed(1));
  }
  console.log(`${records} records, ${megabytes(await sizeOf(database.url))} MB in the database`);
  console.log(
    `dump of ${megabytes((await stat(dump)).size)} MB, archive of ${megabytes(await folderSize(archive))} MB`,
  );
  console.table({ seconds });
  console.log(
    `load of the machine: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  );
  await rm(folder, { recursive: true });
}

const run = promisify(execFile);

function server(databaseUrl: string, args: readonly string[]): Promise<unknown> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return run(process.execPath, ['--conditions=@almanac/source', SERVER, ...args], { env });
}

async function sizeOf(url: string): Promise<number> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes'),
  );
  return Number(rows[0]?.bytes);
}

async function folderSize(folder: string): Promise<number> {
  const { stdout } = await run('du', ['--summarize', '--bytes', folder]);
  return Number.parseInt(stdout, 10);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

if (import.meta.main) await benchRestore();
