import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unzip } from '../../test/unzip.ts';
import { ADVISORIES_PATH, advisory } from '../advisory/advisory.ts';
import { cveList } from '../cve-list/cve-list.ts';
import { RAW_PATH } from '../cve-list/raw-routes.ts';
import { CVE_ID_PATH, CVE_RECORD_PATH, cveServices } from '../cve-services/cve-services.ts';
import { EPSS_API_PATH, EPSS_CURRENT_PATH, epss } from '../epss/epss.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { KEV_FEED_PATH, kev } from '../kev/kev.ts';
import { NVD_PATH, nvd } from '../nvd/nvd.ts';
import { osv } from '../osv/osv.ts';
import { fromRecords } from './from-records.ts';
import { spooled } from './spooled.ts';

/** A clock stands at 09:30 of this day unless it is told otherwise. */
const LATER = '2026-09-15T10:00:00Z';
const HOUR = 3_600_000;

describe('CVE records', () => {
  const first = cveRecord('2026-01-02T03:04:05.678Z');
  const second = cveRecord('2026-09-15T09:58:01.000Z');
  const records = [
    { id: 'CVE-2026-97001', record: first },
    { id: 'CVE-2026-97001', at: LATER, record: second },
    { id: 'CVE-2026-97002', record: { cveMetadata: { cveId: 'CVE-2026-97002', state: 'RESERVED' } } },
  ];
  const file = `${RAW_PATH}cves/2026/97xxx/CVE-2026-97001.json`;

  it('stand byte for byte in file and baseline, and the next revision in the delta', async () => {
    await using twin = await startTwin(cveList(fromRecords(records)));
    const release = '/CVEProject/cvelistV5/releases/download';
    const before = await text(twin, file);
    const baseline = await bytes(twin, `${release}/cve_2026-09-15_0900Z/2026-09-15_all_CVEs_at_midnight.zip.zip`);

    twin.clock.advance(HOUR);
    const after = await text(twin, file);
    const delta: unknown = JSON.parse(await text(twin, `${RAW_PATH}cves/delta.json`));
    const deltaZip = await bytes(twin, `${release}/cve_2026-09-15_1000Z/2026-09-15_delta_CVEs_at_1000Z.zip`);

    const packed = unzip(unzip(baseline).get('cves.zip') ?? Buffer.alloc(0));
    expect([before, after]).toEqual([first, second]);
    expect(packed.get('cves/2026/97xxx/CVE-2026-97001.json')?.toString()).toBe(first);
    expect(delta).toMatchObject({
      new: [],
      updated: [{ cveId: 'CVE-2026-97001', dateUpdated: '2026-09-15T09:58:01.000Z' }],
    });
    expect(unzip(deltaZip).get('deltaCves/CVE-2026-97001.json')?.toString()).toBe(second);
  });

  it('have the same value through the services, in other bytes', async () => {
    await using twin = await startTwin(cveServices(fromRecords(records)));

    const record = await text(twin, `${CVE_RECORD_PATH}CVE-2026-97001`);
    const reserved: unknown = JSON.parse(await text(twin, `${CVE_ID_PATH}CVE-2026-97002`));

    expect(JSON.parse(record)).toEqual(JSON.parse(first));
    expect(record).not.toBe(first);
    expect(reserved).toMatchObject({ state: 'RESERVED', owning_cna: '[REDACTED]' });
  });

  it('can be spoilt like any other', async () => {
    await using twin = await startTwin(cveList(fromRecords(records)));
    twin.faults.set({ kind: 'mass_withdrawal', share: 1 });

    expect(JSON.parse(await text(twin, file))).toMatchObject({ cveMetadata: { state: 'REJECTED' } });
  });
});

describe('OSV records', () => {
  const npm =
    '{ "id": "GHSA-x", "modified": "2026-01-01T00:00:00.5Z", "affected": [{"package": {"ecosystem": "npm", "name": "a"}}] }';
  const records = [
    { id: 'GHSA-x', record: Buffer.from(npm) },
    {
      id: 'PSF-1',
      record: { id: 'PSF-1', modified: '2026-01-01T00:00:00Z', affected: null, aliases: ['CVE-2026-97001'] },
    },
    { id: 'PSF-1', at: LATER, record: null },
  ];

  it('fill bucket and API', async () => {
    await using twin = await startTwin(osv(fromRecords(records)));

    const rows = await text(twin, '/modified_id.csv');
    const archive = unzip(await bytes(twin, '/all.zip'));
    const alias = await fetch(`${twin.url}/v1/vulns/CVE-2026-97001`);

    expect(rows).toBe('2026-01-01T00:00:00Z,[EMPTY]/PSF-1\n2026-01-01T00:00:00.5Z,npm/GHSA-x\n');
    expect(await text(twin, '/npm/GHSA-x.json')).toBe(npm);
    expect(archive.get('GHSA-x.json')?.toString()).toBe(npm);
    expect(await alias.json()).toMatchObject({ message: expect.stringContaining('PSF-1') });
  });

  it('leave the listing when they are taken away, and their file stays', async () => {
    await using twin = await startTwin(osv(fromRecords(records)));
    twin.clock.advance(HOUR);

    const rows = await text(twin, '/modified_id.csv');
    const file = await fetch(`${twin.url}/%5BEMPTY%5D/PSF-1.json`);

    expect(rows).not.toContain('PSF-1');
    expect(file.status).toBe(200);
  });
});

it('advisories are listed, filtered and paged', async () => {
  const given = ['GHSA-a', 'GHSA-b'].map((id, index) => ({
    id,
    record: {
      ghsa_id: id,
      type: 'reviewed',
      published_at: `2026-01-0${index + 1}T00:00:00Z`,
      updated_at: '2026-02-01T00:00:00Z',
    },
  }));
  await using twin = await startTwin(advisory(fromRecords(given)));

  const response = await fetch(`${twin.url}${ADVISORIES_PATH}?published=2026-01-01..2026-01-31&per_page=1`);

  expect(await response.json()).toEqual([given[1]?.record]);
  expect(response.headers.get('link')).toContain('rel="next"');
});

it('NVD records stand byte for byte in the page, in the window of their own date', async () => {
  const element =
    '{"cve": {"id":"CVE-2026-97001","published":"2026-09-01T10:00:00.000","lastModified":"2026-09-02T10:00:00.000","vulnStatus":"Analyzed"}}';
  await using twin = await startTwin(nvd(fromRecords([{ id: 'CVE-2026-97001', record: element }])));
  const page = (day: string) =>
    text(twin, `${NVD_PATH}?lastModStartDate=2026-09-${day}T00:00:00Z&lastModEndDate=2026-09-${day}T23:59:59Z`);

  expect(await page('02')).toContain(`"vulnerabilities":[${element}]`);
  expect(await page('03')).toContain('"vulnerabilities":[]');
});

it.each([
  ['packed', gzipSync],
  ['plain', (text: string) => text],
])('EPSS files are given whole, %s, under their dates', async (_, form) => {
  const file = '#model_version:v9,score_date:2026-09-13T00:00:00+0000\ncve,epss,percentile\nCVE-2026-97001,0.5,0.9\n';
  await using twin = await startTwin(epss(fromRecords([{ id: '2026-09-13', record: form(file) }])));

  const current = gunzipSync(await bytes(twin, EPSS_CURRENT_PATH)).toString();
  const answer: unknown = JSON.parse(await text(twin, `${EPSS_API_PATH}?cve=CVE-2026-97001`));

  expect(current).toBe(file);
  expect(answer).toMatchObject({ total: 1, data: [{ epss: '0.500000000', date: '2026-09-13' }] });
});

it('KEV catalogues are given whole, one after the other', async () => {
  const [first, second] = ['2026.09.01', '2026.09.15'].map((catalogVersion) =>
    JSON.stringify({ title: 'Invented', catalogVersion, count: 1, vulnerabilities: [{ cveID: 'CVE-2026-97001' }] }),
  ) as [string, string];
  const given = [
    { id: 'catalogue', record: first },
    { id: 'catalogue', at: LATER, record: second },
  ];
  await using twin = await startTwin(kev(fromRecords(given)));

  const before = await text(twin, KEV_FEED_PATH);
  twin.clock.advance(HOUR);
  const after = await text(twin, KEV_FEED_PATH);
  twin.faults.set({ kind: 'empty_feed' });

  expect([before, after]).toEqual([first, second]);
  expect(JSON.parse(await text(twin, KEV_FEED_PATH))).toMatchObject({
    title: 'Invented',
    catalogVersion: '2026.09.15',
    vulnerabilities: [],
  });
});

describe('a feed of given records', () => {
  it('orders revisions by time, the later given one of two at once', () => {
    const revision = (at: string, mark: number) => ({ id: 'X', at, record: { mark } });
    const feed = fromRecords([
      revision('2026-02-01', 2),
      revision('2026-03-01', 4),
      revision('2026-01-01', 1),
      revision('2026-03-01', 3),
    ]);

    const marks = feed.find('X')?.revisions.map(({ value }) => value()?.['mark']);

    expect(marks).toEqual([1, 2, 3]);
  });

  it('serves bytes that are no JSON', async () => {
    const given = [{ id: 'CVE-2026-97001', record: '{"cveMetadata":' }];
    await using twin = await startTwin(cveList(fromRecords(given)));

    expect(await text(twin, `${RAW_PATH}cves/2026/97xxx/CVE-2026-97001.json`)).toBe('{"cveMetadata":');
  });

  it('refuses a date that is none', () => {
    expect(() => fromRecords([{ id: 'X', at: 'soon', record: null }])).toThrow('Not an instant: soon');
  });

  it('reads spooled records when they are served', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'spooled-'));
    const given = [
      { id: 'A', record: '{"ä":1}' },
      { id: 'B', at: LATER, record: Buffer.from('{"b":2}') },
    ];

    using kept = await spooled(path.join(folder, 'records'), given);
    const feed = fromRecords(kept.records);

    expect(feed.find('A')?.revisions[0]?.bytes?.().toString()).toBe('{"ä":1}');
    expect(feed.find('B')?.revisions).toMatchObject([{ at: Date.parse(LATER) }]);
    expect(feed.find('B')?.revisions[0]?.value()).toEqual({ b: 2 });
    await rm(folder, { recursive: true });
  });
});

function cveRecord(dateUpdated: string): string {
  const cveMetadata = { cveId: 'CVE-2026-97001', assignerShortName: 'invented', state: 'PUBLISHED', dateUpdated };
  return JSON.stringify({ dataType: 'CVE_RECORD', cveMetadata, containers: { cna: {} } }, null, 1);
}

async function bytes(twin: Twin, address: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(twin.url + address)).arrayBuffer());
}

async function text(twin: Twin, address: string): Promise<string> {
  return (await bytes(twin, address)).toString();
}
