import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mitreRecent } from '../../src/http/routes/feeds/mitre-recent.ts';
import { recentAdvisories } from '../../src/http/routes/feeds/recent-advisories.ts';
import { trending } from '../../src/http/routes/feeds/trending.ts';
import { type TestApp, testApp } from '../support/app.ts';
import {
  type FindingWorld,
  findingWorld,
  madeCve,
  madeEpss,
  madeKev,
  madeOsv,
} from '../support/worlds/finding-world.ts';

let world: FindingWorld;
let app: TestApp;

const NOW = Date.UTC(2026, 10, 15, 8);
const ago = (hours: number) => new Date(NOW - hours * 3_600_000);
const published = (hours: number) => ago(hours).toISOString();

beforeAll(async () => {
  world = await findingWorld();
  app = await testApp({
    routes: [recentAdvisories, mitreRecent, trending],
    databaseUrl: world.database.url,
    now: () => NOW,
  });
});
afterAll(async () => {
  await app.close();
  await world[Symbol.asyncDispose]();
});

describe('recent advisories', () => {
  const ask = async (query = '') => (await app.get(`/api/v1/recent-advisories${query}`)).body['data'];
  const ids = async (query = '') => (await ask(query)).advisories.map(({ id }: { id: string }) => id);

  beforeAll(async () => {
    const npm = { ecosystem: 'npm', name: 'left-pad' };
    const pypi = { ecosystem: 'PyPI', name: 'Left.Pad' };
    const severity = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }];
    const records = {
      'GHSA-2222-2222-2222': madeOsv('GHSA-2222-2222-2222', {
        ...npm,
        summary: 'New',
        aliases: ['CVE-2026-7001'],
        published: published(2),
      }),
      'PYSEC-2026-1': {
        ...madeOsv('PYSEC-2026-1', { ...pypi, aliases: ['CVE-2026-7001'], published: published(3) }),
        severity,
      },
      'GO-2026-1': madeOsv('GO-2026-1', {
        ecosystem: 'Go',
        name: 'example.org/x',
        summary: 'Late',
        published: published(24 * 5),
      }),
      'GO-2026-2': madeOsv('GO-2026-2', { ecosystem: 'Go', name: 'example.org/y', published: published(24 * 40) }),
      'GO-2026-3': madeOsv('GO-2026-3', {
        ecosystem: 'Go',
        name: 'example.org/z',
        published: published(1),
        withdrawn: published(1),
      }),
      'MAL-2026-1': madeOsv('MAL-2026-1', { ...npm, summary: 'Malicious', published: published(1) }),
    };
    await world.store.put('osv', { 'GO-2026-4': madeOsv('GO-2026-4', { published: published(24 * 5) }) }, ago(24 * 5));
    await world.store.put('osv', records, ago(1));
  });

  it('are one row for each vulnerability, newest first, what came late last', async () => {
    const data = await ask();

    expect(data.advisories).toEqual([
      {
        id: 'CVE-2026-7001',
        aliases: ['GHSA-2222-2222-2222', 'PYSEC-2026-1'],
        title: 'New',
        severity: 'high',
        ecosystems: ['npm'],
        packages: [{ ecosystem: 'npm', name: 'left-pad' }],
        published: published(2),
        observedAt: published(1),
        source: 'osv',
        url: 'https://osv.dev/vulnerability/GHSA-2222-2222-2222',
        late: false,
      },
      expect.objectContaining({ id: 'GO-2026-1', late: true }),
    ]);
    expect([data.total, data.window.from, data.window.to]).toEqual([2, published(12), published(0)]);
  });

  it.each([
    ['?malware=true', ['MAL-2026-1', 'CVE-2026-7001', 'GO-2026-1']],
    ['?ecosystem=go', ['GO-2026-1']],
    ['?ecosystem=pypi', ['CVE-2026-7001']],
    ['?severity=high', ['CVE-2026-7001']],
    ['?severity=low', []],
    ['?limit=1&page=2', ['GO-2026-1']],
    ['?page=7', []],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('past the last page are still counted', async () => {
    expect((await ask('?page=9')).total).toBe(2);
  });
});

describe('what the CVE list has announced', () => {
  beforeAll(async () => {
    const described = madeCve('CVE-2026-7002', { title: 'Known', description: 'It is known.', severity: 'high' });
    await world.store.put('cve_list_v5', { 'CVE-2026-7002': described }, ago(1));
    const announced = { modified: ago(2), named_at: ago(1) };
    await world.databases.primary
      .insertInto('announcement')
      .values([
        { cve_id: 'CVE-2026-7002', kind: 'updated', ...announced },
        { cve_id: 'CVE-2026-7003', kind: 'new', modified: null, named_at: ago(0.5) },
      ])
      .execute();
  });

  it('is shown newest first, whether or not there is a record yet', async () => {
    const { body } = await app.get('/api/v1/mitre/recent');

    expect(body['data']).toMatchObject({
      cves: [
        {
          id: 'CVE-2026-7003',
          change: 'new',
          awaiting: true,
          title: null,
          announcedAt: published(0.5),
          modified: null,
        },
        { id: 'CVE-2026-7002', change: 'updated', awaiting: false, title: 'Known', severity: 'high', score: 7.5 },
      ],
      total: 2,
      totalType: 'exact',
    });
  });

  it.each([
    ['?limit=1', 1, 1],
    ['?limit=1000', 2, 200],
    ['?limit=1&page=3', 0, 1],
  ])('%s', async (query, rows, pageSize) => {
    const { data } = (await app.get(`/api/v1/mitre/recent${query}`)).body;

    expect([data.cves.length, data.pageSize, data.total]).toEqual([rows, pageSize, 2]);
  });

  it.each(['?limit=0', '?page=0', '?limit=x'])('%s is refused', async (query) => {
    expect((await app.get(`/api/v1/mitre/recent${query}`)).status).toBe(400);
  });
});

describe('what is trending', () => {
  const EDITED = 'CVE-2026-8001';
  const EXPLOITED = 'CVE-2026-8002';
  const RATED = 'CVE-2026-8003';
  const OLD = 'CVE-2026-8004';
  const MOVED = 'CVE-2026-8005';

  beforeAll(async () => {
    const made = (id: string, description: string, severity?: 'high') =>
      madeCve(id, { title: `Title of ${id}`, description, ...(severity === undefined ? {} : { severity }) });
    const all = [EDITED, EXPLOITED, RATED, OLD, MOVED];
    await world.store.put('cve_list_v5', Object.fromEntries(all.map((id) => [id, made(id, 'first')])), ago(24 * 60));
    await world.store.put('cve_list_v5', { [OLD]: made(OLD, 'second') }, ago(24 * 20));
    await world.store.put('cve_list_v5', { [EDITED]: made(EDITED, 'second') }, ago(24 * 3));
    await world.store.put('cve_list_v5', { [EDITED]: made(EDITED, 'third') }, ago(24 * 2));
    await world.store.put('cve_list_v5', { [RATED]: made(RATED, 'first', 'high') }, ago(24 * 2));
    await world.store.put('kev', { [EXPLOITED]: madeKev(EXPLOITED, '2026-11-13') }, ago(30));
    await world.store.put('kev', { [OLD]: madeKev(OLD, '2026-01-13') }, ago(30));
    await world.store.put('epss', { '2026-11-08': madeEpss('2026-11-08', { [MOVED]: 0.1, [OLD]: 0.9 }) }, ago(24 * 7));
    await world.store.put('epss', { '2026-11-14': madeEpss('2026-11-14', { [MOVED]: 0.5, [OLD]: 0.9 }) }, ago(12));
  });

  it('is ranked by what its changes count', async () => {
    const { data } = (await app.get('/api/v1/trending')).body;

    expect(data.cves).toMatchObject([
      { id: EXPLOITED, kev: true, weight: 10, changes: [{ kind: 'kev_added', source: 'kev' }] },
      { id: MOVED, epss: { epss: 0.5 }, weight: 5, changes: [{ kind: 'epss_moved', source: 'epss' }] },
      { id: RATED, severity: 'high', weight: 4, changes: [{ kind: 'severity', source: 'cve_list_v5' }] },
      { id: EDITED, weight: 1, changes: [{ kind: 'description', source: 'cve_list_v5', at: published(48) }] },
    ]);
    expect(data.weights).toMatchObject({ kev_added: 10, description: 1 });
  });

  it('reaches back as far as asked, and no further than thirty days', async () => {
    const { data } = (await app.get('/api/v1/trending?days=30')).body;
    const { status } = await app.get('/api/v1/trending?days=31');

    expect(data.cves.map(({ id }: { id: string }) => id)).toContain(OLD);
    expect(status).toBe(400);
  });
});
