import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ArchiveFile, Manifest, RecordLine } from '../../src/bin/commands/archive/format.ts';
import { writeArchive } from '../../src/bin/commands/archive/write-archive.ts';
import type { Db } from '../../src/store/database.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { type Ended, run } from '../support/processes/command.ts';
import { cve, fillEvidence } from '../support/worlds/filled-store.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

/** What is exported; filled once, since no test of this file changes it for good. */
let first: TestDatabase;
let second: TestDatabase;
let db: Db;
let otherDb: Db;
let close: () => Promise<unknown>;
let made: string;
let written: Ended;
let folder: string;
/** A copy of the export that a test may damage. */
let exported: string;

beforeAll(async () => {
  [first, second] = [await createTestDatabase(), await createTestDatabase()];
  const stores = [first, second].map(({ url }) => openTestDatabases(url, { max: 2 }));
  [db, otherDb] = stores.map(({ primary }) => primary) as [Db, Db];
  close = () => Promise.all(stores.map((store) => store.close()));
  made = await mkdtemp(path.join(tmpdir(), 'almanac-exported-'));
  await fillEvidence(db);
  await sql`insert into run (source, channel, started_at) values (7, 'bulk', '2026-02-01')`.execute(db);
  written = await inFirst('export', made);
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-archive-'));
  exported = path.join(folder, 'exported');
  await cp(made, exported, { recursive: true });
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await second.reset();
});
afterAll(async () => {
  await close();
  await Promise.all([first.close(), second.close(), rm(made, { recursive: true })]);
});

const inFirst = (...args: string[]) => run({ DATABASE_URL: first.url }, args);
const inSecond = (...args: string[]) => run({ DATABASE_URL: second.url }, args);

/** Every row of evidence and projections, numbers of documents and packages put into words. */
async function contents(of: Db): Promise<Record<string, unknown[]>> {
  const rows = async (query: ReturnType<typeof sql>) =>
    (await sql<{ row: string }>`select to_jsonb(t)::text as row from (${query}) as t order by 1`.execute(of)).rows.map(
      ({ row }) => row,
    );
  const tables: Record<string, unknown[]> = {
    version: await rows(sql`
      select record_id, seq, observed_at, upstream_modified, basis, run_id, encode(raw_sha256, 'hex') as sha256
      from version left join blob on blob.id = blob_id`),
    blob: await rows(sql`select to_jsonb(blob) - 'id' as blob from blob`),
    // The checksums of archives' entries are no evidence: the next reading notes them.
    current_version: await rows(sql`
      select to_jsonb(current_version) - '{entry_crc,entry_size,entry_seq,entry_rules}'::text[] as current_version
      from current_version`),
    run: await rows(sql`select to_jsonb(run) - '{state,finished_at}'::text[] as run from run`),
    affected: await rows(sql`
      select to_jsonb(affected) - 'package_id' as affected, to_jsonb(package) - 'id' as package
      from affected join package on package.id = package_id`),
  };
  const plain = ['record', 'checkpoint', 'quarantine', 'dictionary'];
  const computed = PROJECTIONS.flatMap((projection) => projection.tables).filter((table) => table !== 'affected');
  for (const table of [...plain, ...computed]) tables[table] = await rows(sql`select * from ${sql.table(table)}`);
  return tables;
}

describe('export and restore', () => {
  it('bring everything into another store, a run that was under way as an abandoned one', async () => {
    const before = await contents(db);

    const restored = await inSecond('restore', exported);

    expect(restored).toMatchObject({ code: 0, complaint: '' });
    expect(await contents(otherDb)).toEqual(before);
    for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
    const [here, there] = [await inFirst('verify'), await inSecond('verify')];
    expect(here.code).toBe(0);
    expect(there).toEqual(here);
    expect(written.out).toContain(`root ${/^all .* (\w{64})$/m.exec(here.out)?.[1]}\n`);
    const states = await otherDb.selectFrom('run').select('state').distinct().orderBy('state').execute();
    expect(states).toEqual([{ state: 'abandoned' }, { state: 'ok' }]);
  });

  it('leave a store that goes on, with documents that stood in several files', async () => {
    const several = path.join(folder, 'several');
    const deps = { db, now: () => new Date(), signal: AbortSignal.timeout(60_000), showProgress: () => {} };
    await writeArchive({ ...deps, segment: { documents: 30, bytes: 1_000_000 } }, several);
    await inSecond('restore', several);
    const before = await inSecond('verify');

    await fillEvidence(otherDb, { again: true });

    const after = await inSecond('verify');
    expect((await readdir(path.join(several, 'documents'))).length).toBeGreaterThan(5);
    expect(before.out).toBe((await inFirst('verify')).out);
    expect(after.code).toBe(0);
    expect(after.out).not.toBe(before.out);
  });

  it('work for a store without anything', async () => {
    const empty = path.join(folder, 'empty');

    const ended = [await inSecond('export', empty), await inSecond('restore', empty)];

    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  });

  it('make files that common programs read', async () => {
    await promisify(execFile)('tar', ['-xzf', 'documents/00001.tar.gz', '-C', folder], { cwd: exported });

    const text = gunzipSync(await readFile(path.join(exported, 'records/osv.jsonl.gz'))).toString();
    const records = text
      .trim()
      .split('\n')
      .map((line) => RecordLine.parse(JSON.parse(line)));
    const gone = records.find(({ key }) => key === 'GO-2026-1');
    const document = await readFile(path.join(folder, gone?.versions[0]?.sha256 ?? ''));

    expect(gone?.versions.map(({ sha256 }) => sha256 === null)).toEqual([false, false, true]);
    expect(JSON.parse(document.toString())).toMatchObject({ id: 'GO-2026-1' });
    expect(createHash('sha256').update(document).digest('hex')).toBe(gone?.versions[0]?.sha256);
  });

  it('refuse a folder that has something in it, and a store that is not empty', async () => {
    const [again, into] = [await inFirst('export', exported), await inFirst('restore', exported)];

    expect(again).toMatchObject({ code: 1, complaint: expect.stringMatching(/^export failed: .* is not empty: /) });
    expect(into).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('restored into an empty store only, and there are rows in record, blob'),
    });
  });

  it('leave no manifest of an export that was broken off, and restore nothing of it', async () => {
    const broken = path.join(folder, 'broken');
    await projectionStore(otherDb).put('nvd', { [cve(1)]: { a: 1 } }, new Date());
    await sql`update blob set raw_size = raw_size + 1`.execute(otherDb);

    const failed = await inSecond('export', broken);
    await second.reset();
    const restored = await inSecond('restore', broken);

    expect(failed).toMatchObject({ code: 1, complaint: expect.stringMatching(/document 1 has 7 bytes in place of 8/) });
    expect(await readdir(broken)).not.toContain('manifest.json');
    expect(restored).toMatchObject({ code: 1, complaint: expect.stringContaining('has no manifest.json') });
  });
});

describe('a folder that is not as it was written', () => {
  const manifestOf = async (): Promise<Manifest> =>
    Manifest.parse(JSON.parse(await readFile(path.join(exported, 'manifest.json'), 'utf8')));
  const saveManifest = (manifest: unknown) => writeFile(path.join(exported, 'manifest.json'), JSON.stringify(manifest));
  const at = (name: string) => path.join(exported, name);

  /** As someone would who also mends the manifest. */
  async function replaceFile(name: string, change: (text: string) => string): Promise<void> {
    const text = change(gunzipSync(await readFile(at(name))).toString('latin1'));
    const packed = gzipSync(Buffer.from(text, 'latin1'));
    await writeFile(at(name), packed);
    const manifest = await manifestOf();
    const mended = (file: ArchiveFile) =>
      file.name === name
        ? { ...file, bytes: packed.length, sha256: createHash('sha256').update(packed).digest('hex') }
        : file;
    await saveManifest({ ...manifest, files: manifest.files.map(mended) });
  }

  const changed = (from: RegExp | string, to: string) => (text: string) => text.replace(from, to);

  it.each<[string, () => Promise<void>, RegExp]>([
    ['a file is missing', () => unlink(at('runs.jsonl.gz')), /runs\.jsonl\.gz is missing/],
    [
      'a file is cut',
      () => truncate(at('records/osv.jsonl.gz'), 40),
      /records\/osv\.jsonl\.gz has 40 bytes in place of/,
    ],
    [
      'a byte is another',
      async () => {
        const bytes = await readFile(at('records/kev.jsonl.gz'));
        bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1;
        await writeFile(at('records/kev.jsonl.gz'), bytes);
      },
      /records\/kev\.jsonl\.gz is broken: /,
    ],
    [
      'a file is a link',
      async () => {
        await cp(at('runs.jsonl.gz'), path.join(folder, 'elsewhere'));
        await unlink(at('runs.jsonl.gz'));
        await symlink(path.join(folder, 'elsewhere'), at('runs.jsonl.gz'));
      },
      /runs\.jsonl\.gz is no plain file/,
    ],
    [
      'a name leads out of the folder',
      async () => {
        const manifest = await manifestOf();
        await saveManifest({ ...manifest, files: [{ ...manifest.files[0], name: '../secret.jsonl.gz' }] });
      },
      /manifest\.json is not as it should be: .*is no name of a file of an export/s,
    ],
    [
      'it is of another format',
      async () => saveManifest({ ...(await manifestOf()), version: 2 }),
      /manifest\.json is not as it should be: .*version/s,
    ],
    ['the manifest is no JSON', () => writeFile(at('manifest.json'), '{'), /manifest\.json is no JSON/],
    [
      'a document is another one',
      () => replaceFile('documents/00001.tar.gz', changed('GO-2026-1', 'GO-2026-9')),
      /documents\/00001\.tar\.gz: \w{64} has other bytes than its hash says/,
    ],
    [
      'a document leads out of the folder',
      () => replaceFile('documents/00001.jsonl.gz', changed(/"sha256":"\w{64}"/, '"sha256":"../../etc/passwd"')),
      /line 1 of documents\/00001\.jsonl\.gz is not as it should be: .*expected a SHA-256/s,
    ],
    [
      'a version names another document',
      () => replaceFile('records/osv.jsonl.gz', changed(/"sha256":"\w{64}"/, `"sha256":"${'0'.repeat(64)}"`)),
      /1 versions name documents that are not there/,
    ],
    [
      'a record is missing',
      () => replaceFile('records/osv.jsonl.gz', changed(/^.*\n/, '')),
      /records\/osv\.jsonl\.gz has \d+ entries in place of \d+/,
    ],
    [
      'a key is another',
      () => replaceFile('records/osv.jsonl.gz', changed('"key":"GO-2026-2"', '"key":"GO-2026-8"')),
      /osv does not come to what the manifest says/,
    ],
    [
      'a source is unknown',
      () => replaceFile('runs.jsonl.gz', changed('"source": "osv"', '"source": "moon"')),
      /"moon" is no source of this release/,
    ],
  ])('is refused where %s, and nothing is restored', async (_how, damage, complaint) => {
    await damage();

    const restored = await inSecond('restore', exported);

    expect(restored.code).toBe(1);
    expect(restored.complaint).toMatch(complaint);
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from record) + (select count(*) from blob) + (select count(*) from run) as left`.execute(
      otherDb,
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});
