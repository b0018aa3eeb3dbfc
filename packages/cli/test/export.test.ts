import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, readPage } from '../../../test/docs-pages.ts';
import { openZip } from '../../server/src/platform/zip.ts';
import {
  byId,
  NOW,
  openPackageApp,
  osvSays,
  type PackageApp,
  SEEN,
  wasRead,
} from '../../server/test/support/worlds/package-world.ts';
import { TABLE_NAMES, TABLES, type TableName } from '../src/db/export/tables.ts';
import { createZip } from '../src/db/export/zip-writer.ts';
import { almanac, type Ended } from './support/command-line.ts';
import { openPublisher, type Publisher } from './support/publisher.ts';
import { kevEntry } from './support/world.ts';

let given: PackageApp;
let publisher: Publisher;
let whole: Report;

/** So many that they are not all in one shard, of one vulnerability, so that shards repeat it. */
const MANY = Array.from({ length: 200 }, (_, i) => ({ ecosystem: 'npm', name: `many-${i}`, fixed: '2.0.0' }));

const CVE = {
  dataType: 'CVE_RECORD',
  cveMetadata: { cveId: 'CVE-2026-1001', state: 'PUBLISHED' },
  containers: {
    cna: {
      title: 'Left',
      affected: [{ vendor: 'Tidewater', product: 'left', versions: [{ version: '1.0', status: 'affected' }] }],
    },
  },
};

beforeAll(async () => {
  given = await openPackageApp([], async (store, db) => {
    const lodash = { ecosystem: 'npm', name: 'lodash' };
    const records = [
      osvSays('GHSA-aaaa-aaaa-aaaa', [{ ...lodash, introduced: '1.0.0', fixed: '2.0.0', versions: ['1.5.0'] }], {
        aliases: ['CVE-2026-1001'],
      }),
      // Without bounds: what the CVE list says of the product counts.
      osvSays('GHSA-dddd-dddd-dddd', [], {
        aliases: ['CVE-2026-1001'],
        affected: [{ package: lodash, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] }],
      }),
      osvSays('GHSA-bbbb-bbbb-bbbb', MANY, { aliases: ['CVE-2026-1002'] }),
      osvSays('GHSA-cccc-cccc-cccc', [{ ...lodash, fixed: '9.0.0' }], { withdrawn: '2026-10-02T00:00:00Z' }),
      osvSays('PYSEC-2026-2', [{ ecosystem: 'PyPI', name: 'Zope.Interface', fixed: '5.0' }]),
      osvSays('ALSA-2026:1', [{ ecosystem: 'AlmaLinux:9', name: 'tool', fixed: '1.2-1' }], {
        related: ['CVE-2026-1006'],
      }),
    ];
    await store.put('osv', byId(...records), SEEN);
    await store.put('cve_list_v5', { 'CVE-2026-1001': CVE }, SEEN);
    await store.put('packages', { 'nixos-unstable/left': { pname: 'left', version: '1.0' } }, SEEN);
    await store.put('kev', { 'CVE-2026-1001': kevEntry('CVE-2026-1001') }, SEEN);
    const day = '#model_version:v2025.03.14,score_date:2026-11-14T00:00:00+0000\ncve,epss,percentile\n';
    await store.put('epss', { '2026-11-14': `${day}CVE-2026-1001,0.42,0.97\nCVE-2026-1002,0.01,0.5\n` }, SEEN);
    for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'kev', 'epss'] as const) await wasRead(db, source);
  });
  publisher = await openPublisher(given.db);
  await publisher.publish();
  await all('db', 'pull', '--from', publisher.folder, '--all');
  whole = await exported('sqlite', 'whole.sqlite');
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await publisher[Symbol.asyncDispose]();
});

/** `almanac` on a machine of its own. */
function machine(name: string, now = NOW) {
  const environment = { XDG_CACHE_HOME: path.join(publisher.base, name), ALMANAC_SNAPSHOT_KEY: publisher.key };
  return (...args: string[]): Promise<Ended> =>
    almanac(args, { environment, folder: publisher.base, now: () => now.getTime() });
}
const all = (...args: string[]) => machine('all')(...args);

interface Report {
  readonly complete: boolean;
  readonly bytes: number;
  readonly rows: Readonly<Record<TableName, number>>;
}

async function exported(format: string, output: string, run = all, ecosystems: readonly string[] = []) {
  const ended = await run('db', 'export', ...ecosystems, '--format', format, '--output', output, '--json');
  expect(ended.code, ended.err).toBe(0);
  return JSON.parse(ended.out) as Report;
}

const at = (...names: string[]) => path.join(publisher.base, ...names);

function queried(file: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(at(file), { readOnly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

describe('an export', () => {
  it('has what the snapshot has, each vulnerability and product once', async () => {
    const { manifest } = await publisher.publish();
    const [about] = queried('whole.sqlite', 'select * from snapshot');
    const statements = queried(
      'whole.sqlite',
      `select 'ecosystem/' || ecosystem as name, count(*) as rows, count(distinct package) as names from affected group by ecosystem`,
    );

    expect(about).toMatchObject({ schema: 1, entries: 1, complete: 1, published: NOW.toISOString() });
    expect(statements).toEqual(
      manifest.partitions.flatMap(({ name, rows, keys: names }) =>
        name.startsWith('ecosystem/') ? [{ name, rows, names }] : [],
      ),
    );
    expect(
      queried('whole.sqlite', "select id, severity, title from vulnerability where id like 'CVE-2026-100%'"),
    ).toEqual([
      { id: 'CVE-2026-1001', severity: 'high', title: expect.any(String) },
      { id: 'CVE-2026-1002', severity: 'high', title: 'Of GHSA-bbbb-bbbb-bbbb' },
      { id: 'CVE-2026-1006', severity: null, title: null },
    ]);
    expect(queried('whole.sqlite', 'select channel, attribute, version from carried')).toEqual([
      { channel: 'nixos-unstable', attribute: 'left', version: '1.0' },
    ]);
    expect(queried('whole.sqlite', 'select vendor, name, vulnerability from product')).toEqual([
      { vendor: 'Tidewater', name: 'left', vulnerability: 'CVE-2026-1001' },
    ]);
    expect(queried('whole.sqlite', 'select advisory, cve from covers')).toEqual([
      { advisory: 'ALSA-2026:1', cve: 'CVE-2026-1006' },
    ]);
    expect(queried('whole.sqlite', `select release from affected where ecosystem = 'AlmaLinux'`)).toEqual([
      { release: '9' },
    ]);
    expect(queried('whole.sqlite', 'select included, name from source where not included limit 1')).toEqual([
      { included: 0, name: null },
    ]);
  });

  it('has every claim of a statement, in the order in which they decide', () => {
    const claims = queried(
      'whole.sqlite',
      `select a.record, a.withdrawn, a.range, c.position, c.range as bounds, c.events, c.versions from affected a
         join claim c using (statement) where a.package = 'lodash' order by a.record, c.position`,
    );

    expect(claims).toMatchObject([
      { position: 0, bounds: null, events: null, versions: '["1.5.0"]' },
      { range: '>= 1.0.0, < 2.0.0', events: '[{"introduced":"1.0.0"},{"fixed":"2.0.0"}]', versions: null },
      { record: 'GHSA-cccc-cccc-cccc', withdrawn: 1, bounds: '< 9.0.0' },
      { record: 'GHSA-dddd-dddd-dddd', bounds: '*' },
    ]);
  });

  it.each(TABLE_NAMES)('has as many rows of %s as it reports', (table) => {
    const [row] = queried('whole.sqlite', `select count(*) as n from "${table}"`);

    expect(row?.['n']).toBeGreaterThan(0);
    expect(row?.['n']).toBe(whole.rows[table]);
  });

  it('is the same bytes for the same root', async () => {
    const digest = async (file: string) =>
      createHash('sha256')
        .update(await readFile(at(file)))
        .digest('hex');
    await exported('sqlite', 'again.sqlite');

    expect(await digest('again.sqlite')).toBe(await digest('whole.sqlite'));
  });

  it('of a part says which part it is', async () => {
    const run = machine('partial');
    const lockfile = { lockfileVersion: 3, packages: { '': {}, 'node_modules/lodash': { version: '1.0.0' } } };
    await mkdir(at('project'), { recursive: true });
    await writeFile(at('project/package-lock.json'), JSON.stringify(lockfile));
    await run('db', 'pull', '--from', publisher.folder, '--for', 'project');

    const part = await exported('sqlite', 'part.sqlite', run);
    const told = await run('db', 'export', '--format', 'sqlite', '--output', 'part.sqlite');
    const chosen = await exported('sqlite', 'chosen.sqlite', all, ['pypi']);

    expect([part.complete, chosen.complete]).toEqual([false, false]);
    expect(told.err).toMatch(/not the whole snapshot: .*ecosystem\/PyPI is absent.*ecosystem\/npm has 1 of 8 shards/);
    expect(queried('part.sqlite', 'select complete from snapshot')).toEqual([{ complete: 0 }]);
    expect(queried('part.sqlite', 'select name, shards, exported_shards as own from partition')).toEqual([
      { name: 'channel/nixos-unstable', shards: null, own: 0 },
      { name: 'ecosystem/AlmaLinux', shards: null, own: 0 },
      { name: 'ecosystem/PyPI', shards: null, own: 0 },
      { name: 'ecosystem/npm', shards: 8, own: 1 },
      { name: 'risk', shards: 1, own: 1 },
    ]);
    expect(queried('chosen.sqlite', 'select ecosystem, name from package')).toEqual([
      { ecosystem: 'PyPI', name: 'zope-interface' },
    ]);
  });
});

describe('the output', () => {
  it('is replaced as a whole, and nothing is left beside it', async () => {
    await mkdir(at('place'));
    await writeFile(at('place/db.sqlite'), 'old');

    await exported('sqlite', 'place/db.sqlite');

    expect(await readdir(at('place'))).toEqual(['db.sqlite']);
    expect(queried('place/db.sqlite', 'select count(*) as n from snapshot')).toEqual([{ n: 1 }]);
  });

  it.each([
    ['a folder with other files', 'osv-zip', 'precious', /has other files than an export/],
    ['a file for OSV archives', 'osv-zip', 'precious/file', /is not a folder/],
    ['a folder for SQLite', 'sqlite', 'precious', /is a folder/],
    ['a folder that is missing', 'sqlite', 'nowhere/db.sqlite', /cannot be written/],
  ])('is not %s', async (_, format, output, words) => {
    await mkdir(at('precious'), { recursive: true });
    await writeFile(at('precious/file'), 'precious');

    expect(await all('db', 'export', '--format', format, '--output', output)).toMatchObject({
      code: 2,
      err: expect.stringMatching(words),
    });
    expect(await readdir(at('precious'))).toEqual(['file']);
  });

  it.each([
    [['--format', 'sqlite'], 2, /What to write is not said/],
    [['--format', 'csv', '--output', 'x'], 2, /Allowed choices are sqlite, osv-zip/],
    [['nowhere', '--format', 'sqlite', '--output', 'x'], 3, /partition_missing/],
  ])('of %j is refused', async (args, code, words) => {
    expect(await all('db', 'export', ...args)).toMatchObject({ code, err: expect.stringMatching(words) });
  });

  it('is not made from a snapshot that has expired, or is damaged', async () => {
    const args = ['db', 'export', '--format', 'sqlite', '--output', 'refused.sqlite'];
    const run = machine('damaged');
    await run('db', 'pull', '--from', publisher.folder, '--all');
    const index = JSON.parse((await run('db', 'status', '--json')).out) as { folder: string };
    await rm(path.join(index.folder, 'object'), { recursive: true });

    expect(await machine('all', new Date(NOW.getTime() + 49 * 3_600_000))(...args)).toMatchObject({
      code: 3,
      err: expect.stringContaining('(snapshot_expired)'),
    });
    expect(await run(...args)).toMatchObject({ code: 3, err: expect.stringContaining('(object_missing)') });
    expect((await readdir(publisher.base)).filter((name) => name.startsWith('refused'))).toEqual([]);
  });
});

describe('docs/snapshot-format.md', () => {
  const [, chapter = ''] = readPage('docs/snapshot-format.md').split(/^## Export tables$/m);
  const [tables = ''] = chapter.split(/^## /m);
  const queries = blocksOf('docs/snapshot-format.md');
  const sql = queries.filter(({ language }) => language === 'sql').map(({ code }) => code);

  it('has every table with every column, its type and the key', () => {
    const documented = tables
      .split(/^### /m)
      .slice(1)
      .map((chapter) => [
        chapter.split('\n', 1)[0],
        [...chapter.matchAll(/^- (\**)`(\w+)`\** (\w+\??)/gm)].map(([, bold, name, type]) => [name, type, bold !== '']),
      ]);

    expect(documented).toEqual(
      TABLE_NAMES.map((table) => {
        const key: readonly string[] = TABLES[table].key;
        return [table, Object.entries(TABLES[table].columns).map(([name, type]) => [name, type, key.includes(name)])];
      }),
    );
  });

  it('has three queries in SQLite that run', () => {
    const [ofPackage, exploited, coverage] = sql.map((query) => queried('whole.sqlite', query));

    expect(sql).toHaveLength(3);
    expect(ofPackage?.map(({ record }) => record)).toEqual(['GHSA-aaaa-aaaa-aaaa', 'GHSA-dddd-dddd-dddd']);
    expect(exploited).toEqual([
      { cve: 'CVE-2026-1001', added: '2026-10-09', probability: 0.42, ecosystem: 'npm', package: 'lodash' },
    ]);
    expect(coverage).toContainEqual({
      name: 'ecosystem/npm',
      exported_shards: 8,
      shards: 8,
      source: 'osv',
      state: 'ok',
      age_seconds: 0,
    });
  });
});

describe('osv-zip', () => {
  let withDocuments: Publisher;
  const run = (...args: string[]) =>
    almanac(args, {
      environment: {
        XDG_CACHE_HOME: path.join(withDocuments.base, 'cache'),
        ALMANAC_SNAPSHOT_KEY: withDocuments.key,
      },
      folder: withDocuments.base,
      now: () => NOW.getTime(),
    });
  beforeAll(async () => {
    withDocuments = await openPublisher(given.db, 24);
    await withDocuments.publish();
    await run('db', 'pull', '--from', withDocuments.folder, '--all', '--records');
  });
  afterAll(() => withDocuments[Symbol.asyncDispose]());

  async function unzipped(file: string): Promise<ReadonlyMap<string, { readonly id: string }>> {
    await using archive = await openZip(file);
    const entries = new Map<string, { readonly id: string }>();
    for await (const entry of archive.entries()) entries.set(entry.name, JSON.parse(String(await entry.read())));
    return entries;
  }

  it('has the documents of OSV by ecosystem, as OSV writes them', async () => {
    const ended = await run('db', 'export', '--format', 'osv-zip', '--output', 'osv', '--json');
    const { archives } = JSON.parse(ended.out) as { archives: { ecosystem: string; records: number }[] };
    const npm = await unzipped(path.join(withDocuments.base, 'osv/npm/all.zip'));
    const sources = await run('db', 'show', 'PYSEC-2026-2', '--json');

    expect(archives).toEqual([
      { ecosystem: 'AlmaLinux', records: 1, missing: 0 },
      { ecosystem: 'PyPI', records: 1, missing: 0 },
      { ecosystem: 'npm', records: 4, missing: 0 },
    ]);
    expect(Object.fromEntries([...npm].map(([name, { id }]) => [name, id]))).toEqual(
      Object.fromEntries(
        ['aaaa', 'bbbb', 'cccc', 'dddd'].map((part) => `GHSA-${part}-${part}-${part}`).map((id) => [`${id}.json`, id]),
      ),
    );
    const [record] = (JSON.parse(sources.out) as { records: { document: string }[] }).records;
    expect((await unzipped(path.join(withDocuments.base, 'osv/PyPI/all.zip'))).get('PYSEC-2026-2.json')).toEqual(
      JSON.parse(record?.document ?? ''),
    );
  });

  it('is replaced, limited to ecosystems, and takes no folder of others', async () => {
    await run('db', 'export', '--format', 'osv-zip', '--output', 'some');
    const again = await run('db', 'export', 'pypi', '--format', 'osv-zip', '--output', 'some');
    await mkdir(path.join(withDocuments.base, 'others/npm'), { recursive: true });
    await writeFile(path.join(withDocuments.base, 'others/npm/own.txt'), '');
    const refused = await run('db', 'export', '--format', 'osv-zip', '--output', 'others');

    expect([again.code, await readdir(path.join(withDocuments.base, 'some'))]).toEqual([0, ['PyPI']]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('has other files than an export') });
  });

  it('says what to pull where no documents are held', async () => {
    const ended = await all('db', 'export', '--format', 'osv-zip', '--output', 'undocumented');

    expect(ended).toMatchObject({ code: 0, err: expect.stringContaining('almanac db pull --all --records gets them') });
  });

  it('an archive may have more entries than sixteen bits can count', async () => {
    const file = path.join(withDocuments.base, 'large.zip');
    const zip = await createZip(file);
    for (let i = 0; i < 66_000; i += 1) await zip.add(`${i}.json`, Buffer.from(String(i)));
    const bytes = await zip.finish();
    await using archive = await openZip(file);

    let last = '';
    for await (const entry of archive.entries()) if (entry.name === '65999.json') last = String(await entry.read());
    expect([archive.count, last, bytes]).toEqual([66_000, '65999', (await stat(file)).size]);
  });
});
