import { expect, it } from 'vitest';
import { unzip } from '../../test/unzip.ts';
import { fromRecords } from '../feed/from-records.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { NVD_OVERRIDES_PATH, nvdOverrides } from './nvd-overrides.ts';

const ROOT = 'nvd-data-overrides-main/';
const DELETED = `${ROOT}data/2025/CVE-2025-91008.json`;

async function readFiles(twin: Twin): Promise<Map<string, string>> {
  const response = await fetch(twin.url + NVD_OVERRIDES_PATH);
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  return new Map([...files].map(([name, data]) => [name, data.toString()]));
}

it('has a file for each CVE in the folder of its year, beside the rest of the repository', async () => {
  await using twin = await startTwin(nvdOverrides(smallWorld));

  const files = await readFiles(twin);

  expect([...files.keys()]).toEqual([
    ROOT,
    `${ROOT}data/`,
    `${ROOT}data/2025/`,
    `${ROOT}data/2026/`,
    `${ROOT}README.md`,
    `${ROOT}data/2025/CVE-2025-91006.json`,
    DELETED,
    `${ROOT}data/2025/CVE-2025-91804.json`,
    `${ROOT}data/2026/CVE-2026-98010.json`,
  ]);
});

it('names the ranges of the assigner’s products where NVD names none', async () => {
  await using twin = await startTwin(nvdOverrides(smallWorld));

  const text = (await readFiles(twin)).get(`${ROOT}data/2026/CVE-2026-98010.json`) ?? '';

  const match = {
    criteria: 'cpe:2.3:a:inkwell-plugins:guestbook_deluxe:*:*:*:*:*:*:*:*',
    versionEndIncluding: '1.1.9',
    vulnerable: true,
  };
  expect(JSON.parse(text)).toMatchObject({
    _annotation: { cve_id: 'CVE-2026-98010', modified: '2026-09-13T09:15:00.000000+00:00' },
    cve: { configurations: [{ nodes: [{ operator: 'OR', cpeMatch: [match] }] }] },
  });
});

it('names the product null where none is affected', async () => {
  await using twin = await startTwin(nvdOverrides(smallWorld));

  const text = (await readFiles(twin)).get(`${ROOT}data/2025/CVE-2025-91804.json`) ?? '';

  expect(text).toContain('"criteria": "cpe:2.3:a:null:null:*:*:*:*:*:*:*:*"');
  expect(text).toContain('"vulnerable": false');
});

it('writes as Python does: sorted keys, two spaces, no line break at the end', async () => {
  await using twin = await startTwin(nvdOverrides(smallWorld));

  const text = (await readFiles(twin)).get(`${ROOT}data/2025/CVE-2025-91006.json`) ?? '';

  expect(text).toMatch(/^\{\n {2}"_annotation": \{\n {4}"cna": "codeharbour_m",\n {4}"cve_id": /);
  expect(text).toMatch(/"criteria": .+\n\s+"matchCriteriaId": .+\n\s+"versionEndExcluding": "0\.8\.3",\n/);
  expect(text).toMatch(/\}\n\}$/);
  expect(text).not.toContain('"modified"');
});

it('loses a file that is deleted, and its tag changes', async () => {
  await using twin = await startTwin(nvdOverrides(smallWorld));
  const tag = (await fetch(twin.url + NVD_OVERRIDES_PATH)).headers.get('etag') ?? '';
  const same = await fetch(twin.url + NVD_OVERRIDES_PATH, { headers: { 'if-none-match': tag } });

  twin.clock.advance(6 * 3_600_000);
  const later = await fetch(twin.url + NVD_OVERRIDES_PATH, { headers: { 'if-none-match': tag } });

  expect([same.status, later.status]).toEqual([304, 200]);
  expect([...(await readFiles(twin)).keys()]).not.toContain(DELETED);
});

it('serves given files as they are', async () => {
  const record = '{"_annotation":{"cve_id":"CVE-2024-1001"},"cve":{}}\n';
  await using twin = await startTwin(nvdOverrides(fromRecords([{ id: 'CVE-2024-1001', record }])));

  expect((await readFiles(twin)).get(`${ROOT}data/2024/CVE-2024-1001.json`)).toBe(record);
});
