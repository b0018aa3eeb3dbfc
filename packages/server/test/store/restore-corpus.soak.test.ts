import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/database.ts';
import { run } from '../support/processes/command.ts';

/** `RESTORE_SIZE=everything`: all records of the corpus, which takes hours on a small machine. */
const cves = process.env['RESTORE_SIZE'] === 'everything' ? 'everything' : 'default';
const PATIENCE_MS = 3 * 3_600_000;
const program = promisify(execFile);

describe.skipIf(!hasCorpus)('a store of real records', () => {
  it('is restored whole from a dump and from an export, and says how long that takes', {
    timeout: PATIENCE_MS,
  }, async () => {
    await using world = await openCorpusWorld({ cves });
    await using fromDump = await createEmptyDatabase();
    await using fromExport = await createTestDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-restore-'));
    await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
    const [dump, archive] = [path.join(folder, 'almanac.dump'), path.join(folder, 'archive')];
    const { url } = world.database;
    const seconds: Record<string, number> = {};
    const timed = async <T>(name: string, step: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      const result = await step();
      seconds[name] = Number(((performance.now() - began) / 1_000).toFixed(1));
      return result;
    };
    const server = (databaseUrl: string, ...args: string[]) => run({ DATABASE_URL: databaseUrl }, args, PATIENCE_MS);

    await timed('pg_dump', () => program('pg_dump', ['--format=custom', `--file=${dump}`, url]));
    await timed('pg_restore', () => program('pg_restore', ['--exit-on-error', `--dbname=${fromDump.url}`, dump]));
    const exported = await timed('export', () => server(url, 'export', archive));
    const restored = await timed('restore', () => server(fromExport.url, 'restore', archive));
    const verified = await timed('verify', () => server(fromExport.url, 'verify'));
    const [original, dumped] = [await server(url, 'verify'), await server(fromDump.url, 'verify')];

    const { rows } = await sql<{ bytes: number; records: number }>`
      select pg_database_size(current_database())::float8 as bytes, (select count(*) from record) as records`.execute(
      world.db,
    );
    const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    const { stdout: size } = await program('du', ['--summarize', '--bytes', archive]);
    const sizes = `${megabytes(rows[0]?.bytes ?? 0)} in the database, a dump of ${megabytes((await stat(dump)).size)}, an export of ${megabytes(Number.parseInt(size, 10))}`;
    console.log(
      `${rows[0]?.records} records, ${sizes}; seconds ${JSON.stringify(seconds)}; load ${loadavg()[0]?.toFixed(1)}`,
    );

    for (const { code, complaint } of [exported, restored, verified, original, dumped])
      expect([code, complaint]).toEqual([0, '']);
    expect(rootsIn(original.out).length).toBeGreaterThan(5);
    expect(rootsIn(dumped.out)).toEqual(rootsIn(original.out));
    expect(rootsIn(verified.out)).toEqual(rootsIn(original.out));
  });
});

function rootsIn(printed: string): readonly string[] {
  return [...printed.matchAll(/^\w+ .* [0-9a-f]{64}$/gm)].map(([line]) => line);
}
