import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { type ZipEntry, zip } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runSource } from '../../src/ingest/run-source.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { ENTRY_RULES } from '../../src/store/entry-checksums.ts';
import { type ArchiveSource, archiveFeed, archiveHttp } from '../support/archive-feed.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';

let database: TestDatabase;
let databases: AlmanacDatabases;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { max: 4 });
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-entries-'));
});
afterEach(() => database.reset());
afterAll(async () => {
  await databases.close();
  await database.close();
  await rm(folder, { recursive: true });
});

interface Advisory {
  readonly id: string;
  readonly modified?: string;
  readonly summary?: string;
  readonly schema_version?: string;
}

const SOME = [{ id: 'GHSA-2222-2222-2222' }, { id: 'GHSA-3333-3333-3333' }, { id: 'PYSEC-2026-1' }];

function advisory({ modified = '2026-01-01T00:00:00Z', summary = 'A flaw', ...rest }: Advisory): ZipEntry {
  const affected = [{ package: { ecosystem: 'npm', name: 'harbour' }, versions: ['1.0.0'] }];
  const record = { schema_version: '1.7.0', ...rest, modified, summary, affected };
  return { name: `${rest.id}.json`, data: Buffer.from(JSON.stringify(record)) };
}

/** The same in the directory, but whoever unpacks it finds that it is not what was announced. */
function spoilt({ name, data }: ZipEntry): ZipEntry {
  return { name, data: Buffer.alloc(data.length, ' '), claims: { crc: crc32(data), size: data.length } };
}

async function read(id: ArchiveSource, entries: readonly ZipEntry[]) {
  const file = path.join(folder, 'archive.zip');
  await writeFile(file, zip(entries));
  const { primary: db, pool } = databases;
  const deps = { db, pool, http: archiveHttp(file), log: silentLog, now: () => new Date() };
  await runSource(deps, archiveFeed(id), AbortSignal.timeout(30_000), { position: null, acceptRemovals: true });
  const { rows } = await sql<{ seen: number; changed: number; unreadable: number }>`
    select seen, changed, unreadable from run order by id desc limit 1`.execute(db);
  return rows[0];
}

const change = (text: string) => sql.raw(text).execute(databases.primary);

describe('an entry of an archive that was read before', () => {
  it('is not unpacked while its checksum and its size are those of what we have', async () => {
    const entries = SOME.map(advisory);
    await read('osv', entries);

    const again = await read('osv', entries.map(spoilt));

    expect(again).toEqual({ seen: 3, changed: 0, unreadable: 0 });
  });

  it('is unpacked when it has changed, beside others that have not', async () => {
    await read('osv', SOME.map(advisory));
    const [first, second, third] = SOME.map(advisory).map(spoilt);
    const changed = advisory({ id: 'GHSA-3333-3333-3333', modified: '2026-01-02T00:00:00Z', summary: 'Two flaws' });

    expect(
      await read(
        'osv',
        [first, changed, third].filter((one) => one !== undefined),
      ),
    ).toMatchObject({
      seen: 3,
      changed: 1,
    });
    await expect(
      read(
        'osv',
        [second].filter((one) => one !== undefined),
      ),
    ).rejects.toThrow('checksum');
  });

  it('is stored once more after its record was removed', async () => {
    await read('cve_list_v5', [cve('CVE-2026-1001'), cve('CVE-2026-1002')]);
    await change("update current_version set observed_at = '2026-01-01'");
    await change("update version set observed_at = '2026-01-01'");
    await read('cve_list_v5', [cve('CVE-2026-1001')]);

    const again = await read('cve_list_v5', [cve('CVE-2026-1001'), cve('CVE-2026-1002')]);

    expect(again).toMatchObject({ seen: 2, changed: 1 });
  });

  it('is met again where it could not be read', async () => {
    const bad = { name: 'PYSEC-2026-2.json', data: Buffer.from('{') };
    await read('osv', [...SOME.map(advisory), bad]);

    expect(await read('osv', [...SOME.map(advisory), bad])).toEqual({ seen: 3, changed: 0, unreadable: 1 });
  });

  it('is set aside each time where it is the second of its key', async () => {
    const twice = [cve('CVE-2026-1001'), { ...cve('CVE-2026-1001'), name: 'elsewhere/CVE-2026-1001.json' }];
    const first = await read('cve_list_v5', twice);

    expect(first).toMatchObject({ seen: 1, unreadable: 1 });
    expect(await read('cve_list_v5', twice)).toEqual({ seen: 1, changed: 0, unreadable: 1 });
  });

  it('comes before what breaks the archive', async () => {
    await read('osv', SOME.map(advisory));
    const link = { name: 'link', data: Buffer.from('/'), mode: 0o120777 };
    const fresh = advisory({ id: 'PYSEC-2026-3' });

    await expect(read('osv', [...SOME.map(advisory).map(spoilt), fresh, link])).rejects.toThrow('is a link');

    const { rows } = await sql`select from record where key = 'PYSEC-2026-3'`.execute(databases.primary);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['under another date', { modified: '2026-01-03T00:00:00Z' }],
    ['in another version of the schema', { schema_version: '1.8.0' }],
  ])('%s alone is unpacked once', async (_how, other) => {
    await read('osv', SOME.map(advisory));
    const moved = SOME.map((one) => advisory({ ...one, ...other }));

    expect(await read('osv', moved)).toMatchObject({ seen: 3, changed: 0 });
    expect(await read('osv', moved.map(spoilt))).toEqual({ seen: 3, changed: 0, unreadable: 0 });
  });

  it.each([
    ['before checksums were noted', 'entry_crc = null, entry_size = null, entry_seq = null, entry_rules = null'],
    ['of a version that a worker of an earlier release has replaced', 'entry_seq = seq - 1'],
    ['by other rules', 'entry_rules = 0'],
  ])('%s is unpacked once', async (_when, state) => {
    const entries = SOME.map(advisory);
    await read('osv', entries);
    await change(`update current_version set ${state}`);

    await expect(read('osv', entries.map(spoilt))).rejects.toThrow('checksum');
    expect(await read('osv', entries)).toMatchObject({ seen: 3, changed: 0 });
    expect(await read('osv', entries.map(spoilt))).toMatchObject({ seen: 3, changed: 0 });
  });
});

it('is compared by rules that have a number: a change of volatile members needs the next', () => {
  const volatile = (['osv', 'cve_list_v5'] as const).map((id) => archiveFeed(id).source.volatile);

  expect({ rules: ENTRY_RULES, volatile }).toEqual({ rules: 1, volatile: [['schema_version', 'modified'], []] });
});

function cve(cveId: string): ZipEntry {
  const cveMetadata = {
    cveId,
    state: 'PUBLISHED',
    assignerOrgId: '3a1f3c9e-0d0b-4c54-9a35-6a3c0b0c2f11',
    dateUpdated: '2026-01-01T00:00:00.000Z',
  };
  const cna = {
    descriptions: [{ lang: 'en', value: `A flaw of ${cveId}` }],
    affected: [{ vendor: 'a', product: 'b' }],
  };
  const record = { dataType: 'CVE_RECORD', dataVersion: '5.1', cveMetadata, containers: { cna } };
  return { name: `cves/2026/1xxx/${cveId}.json`, data: Buffer.from(JSON.stringify(record)) };
}
