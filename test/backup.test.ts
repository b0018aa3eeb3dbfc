import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../packages/server/test/support/database.ts';
import { ROOT } from './docs-pages.ts';

const missing = ['pg_dump', 'pg_restore', 'psql', 'flock'].filter(
  (name) => spawnSync(name, ['--version']).status !== 0,
);
if (missing.length > 0) console.log(`Skipping the test of deploy/backup: ${missing.join(', ')} not found.`);

const OLD = ['2020-01-01', '2020-01-02', '2020-01-03'].map((day) => `almanac-${day}T000000Z.dump`);

describe.skipIf(missing.length > 0)('deploy/backup', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'almanac-backup-'));
    for (const name of [...OLD, 'notes.txt']) writeFileSync(path.join(folder, name), '');
    return () => rmSync(folder, { recursive: true });
  });

  const backUp = (url: string, ...args: string[]) =>
    spawnSync(path.join(ROOT, 'deploy/backup'), [folder, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DATABASE_URL: url, BACKUP_METRICS: folder },
      timeout: 60_000,
    });
  const dumps = () => readdirSync(folder).filter((name) => name.endsWith('.dump'));

  it('writes a dump that restores, for its owner alone, and removes what is older than the newest', async () => {
    const { status, stderr } = backUp(database.url, '2');

    const [older, newest = ''] = dumps().toSorted();
    expect([status, stderr, older]).toEqual([0, '', OLD[2]]);
    expect(statSync(path.join(folder, newest)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toContain('notes.txt');
    const bytes = statSync(path.join(folder, newest)).size;
    expect(readFileSync(path.join(folder, 'almanac-backup.prom'), 'utf8')).toMatch(
      new RegExp(`^almanac_backup_finished_timestamp_seconds \\d+\nalmanac_backup_bytes ${bytes}\n$`),
    );

    await using restored = await createEmptyDatabase();
    const restore = spawnSync('pg_restore', [`--dbname=${restored.url}`, path.join(folder, newest)], {
      encoding: 'utf8',
    });
    const counted = spawnSync('psql', [restored.url, '-Atc', 'select count(*) from source'], { encoding: 'utf8' });
    expect([restore.stderr, counted.stdout.trim()]).toEqual(['', '16']);
  });

  it.each([
    ['a database that is not there', () => backUp('postgres://nobody@127.0.0.1:1/nothing', '1')],
    ['a number that is none', () => backUp(database.url, '0')],
  ])('removes nothing after %s', (_what, run) => {
    const { status } = run();

    expect(status).not.toBe(0);
    expect(dumps().toSorted()).toEqual(OLD);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
