import { describe, expect, it } from 'vitest';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { NVD_PATH, type NvdQuirks, nvd } from './nvd.ts';

const start = (quirks?: NvdQuirks) => startTwin(nvd(smallWorld, quirks));
const WINDOW = 'lastModStartDate=2026-09-10T00:00:00.000Z&lastModEndDate=2026-09-15T23:59:59.999Z';

interface Page {
  readonly resultsPerPage: number;
  readonly startIndex: number;
  readonly totalResults: number;
  readonly vulnerabilities: readonly { readonly cve: Readonly<Record<string, unknown>> & { readonly id: string } }[];
}

describe('a record', () => {
  it('has the shape of the API', async () => {
    await using twin = await start();

    const page = await read(twin, '?cveId=CVE-2025-91002');

    expect(page).toMatchObject({
      resultsPerPage: 1,
      startIndex: 0,
      totalResults: 1,
      format: 'NVD_CVE',
      version: '2.0',
    });
    expect(page.vulnerabilities[0]?.cve).toMatchObject({
      id: 'CVE-2025-91002',
      sourceIdentifier: 'cna@codeharbour.example',
      vulnStatus: 'Analyzed',
      metrics: {
        cvssMetricV31: [
          { source: 'nvd@nist.gov', type: 'Primary', cvssData: { baseScore: 7.5, baseSeverity: 'HIGH' } },
          { source: 'cna@codeharbour.example', type: 'Secondary' },
        ],
      },
      weaknesses: [{ source: 'nvd@nist.gov', description: [{ value: 'CWE-1333' }] }, { type: 'Secondary' }],
      configurations: [
        {
          nodes: [
            {
              operator: 'OR',
              negate: false,
              cpeMatch: [
                {
                  vulnerable: true,
                  criteria: 'cpe:2.3:a:date-herald:date-herald:*:*:*:*:*:*:*:*',
                  versionStartIncluding: '2.0.0',
                  versionEndExcluding: '2.9.4',
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('writes its dates without a zone', async () => {
    await using twin = await start();

    const [found] = (await read(twin, '?cveId=CVE-2026-98001')).vulnerabilities;

    expect(found?.cve['published']).toBe('2026-09-13T08:00:00.000');
    expect(found?.cve['lastModified']).toBe('2026-09-13T10:00:00.000');
  });

  it('joins configurations by AND where hardware matters', async () => {
    await using twin = await start();

    const [found] = (await read(twin, '?cveId=CVE-2023-91413')).vulnerabilities;

    expect(found?.cve['configurations']).toMatchObject([
      { operator: 'AND', nodes: [{ cpeMatch: [{ vulnerable: true }] }, { cpeMatch: [{ vulnerable: false }] }] },
    ]);
  });

  it.each([
    ['CVE-2026-98001', 'Received'],
    ['CVE-2025-91006', 'Awaiting Analysis'],
    ['CVE-2025-91008', 'Undergoing Analysis'],
    ['CVE-2024-91003', 'Modified'],
    ['CVE-2026-98010', 'Deferred'],
    ['CVE-2025-91804', 'Not Scheduled'],
    ['CVE-2023-91106', 'Rejected'],
  ])('%s is %s', async (id, status) => {
    await using twin = await start();

    expect((await read(twin, `?cveId=${id}`)).vulnerabilities[0]?.cve['vulnStatus']).toBe(status);
  });

  it('says nothing of a rejected one but why', async () => {
    await using twin = await start();

    const [found] = (await read(twin, '?cveId=CVE-2023-91106')).vulnerabilities;

    expect(found?.cve).toMatchObject({ metrics: {}, references: [] });
    expect(found?.cve['descriptions']).toMatchObject([{ value: expect.stringMatching(/^Rejected reason: /) }]);
  });

  it('carries what the catalogue of exploited ones says', async () => {
    await using twin = await start();

    const { vulnerabilities } = await read(twin, '?hasKev');

    expect(vulnerabilities.length).toBeGreaterThan(0);
    expect(vulnerabilities[0]?.cve).toHaveProperty('cisaRequiredAction');
  });
});

describe('a page', () => {
  it('covers all records exactly once, the earliest published first', async () => {
    await using twin = await start();
    const { totalResults, vulnerabilities } = await read(twin, '');
    const seen: string[] = [];

    for (let from = 0; from < totalResults; from += 7) {
      const page = await read(twin, `?resultsPerPage=7&startIndex=${from}`, true);
      seen.push(...page.vulnerabilities.map(({ cve }) => cve.id));
    }

    expect(seen).toEqual(vulnerabilities.map(({ cve }) => cve.id));
    expect(new Set(seen).size).toBe(totalResults);
  });

  it.each([
    [`?${WINDOW}`, ['CVE-2025-91107', 'CVE-2026-98010', 'CVE-2026-98001']],
    [`?${WINDOW}&noRejected`, ['CVE-2026-98010', 'CVE-2026-98001']],
    ['?pubStartDate=2026-09-13T00:00:00%2B00:00&pubEndDate=2026-09-14T00:00:00%2B00:00', ['CVE-2026-98001']],
    ['?cveId=CVE-1999-99999', []],
  ])('%s has %j', async (query, ids) => {
    await using twin = await start();

    expect((await read(twin, query)).vulnerabilities.map(({ cve }) => cve.id)).toEqual(ids);
  });
});

describe('refusals: 404, an empty body, the reason in a header', () => {
  const from = 'lastModStartDate=2026-01-01T00:00:00.000Z';

  it.each([
    [from, 'Both lastModStartDate and lastModEndDate are required when either is used.'],
    [`${from}&lastModEndDate=2026-09-01T00:00:00Z`, 'The date range cannot exceed 120 consecutive days.'],
    [`${from}&lastModEndDate=2025-12-01T00:00:00Z`, 'lastModEndDate must be after lastModStartDate.'],
    [`${from}&lastModEndDate=2026-02-01T00:00:00.000`, 'Invalid lastModEndDate parameter.'],
    [`${from}&lastModEndDate=2026-02-01T00:00:00.000-05`, 'Invalid lastModEndDate parameter.'],
    [`${from}&lastModEndDate=2026-02-01T00:00:00.000+00:00`, 'Invalid lastModEndDate parameter.'],
    ['pubEndDate=2026-02-01T00:00:00Z', 'Both pubStartDate and pubEndDate are required when either is used.'],
    ['cveId=98001', 'Invalid cveId parameter.'],
    ['resultsPerPage=2001', 'Invalid resultsPerPage parameter.'],
    ['startIndex=-1', 'Invalid startIndex parameter.'],
    ['colour=red', 'Invalid parameter: colour'],
  ])('%s', async (query, message) => {
    await using twin = await start();

    const response = await fetch(`${twin.url}${NVD_PATH}?${query}`);

    expect([response.status, response.headers.get('message'), await response.text()]).toEqual([404, message, '']);
  });

  it('a bad key, where keys are checked', async () => {
    await using twin = await start({ keys: ['good'] });

    const responses = await Promise.all(
      ['good', 'bad'].map((apiKey) => fetch(twin.url + NVD_PATH, { headers: { apiKey } })),
    );

    expect(responses.map(({ status, headers }) => [status, headers.get('message')])).toEqual([
      [200, null],
      [404, 'Invalid apiKey.'],
    ]);
  });

  it('an unknown id, where upstream is as it was', async () => {
    await using twin = await start({ unknownIs404: true });

    expect((await fetch(`${twin.url}${NVD_PATH}?cveId=CVE-1999-99999`)).status).toBe(404);
  });
});

describe('limits', () => {
  it.each([
    [{}, 5],
    [{ apiKey: 'invented' }, 50],
  ])('%j gets %i in 30 seconds, then 403 in plain text', async (headers, most) => {
    await using twin = await start();
    const ask = () => fetch(`${twin.url}${NVD_PATH}?resultsPerPage=1`, { headers });
    const statuses = new Set<number>();
    for (let count = 0; count < most; count += 1) statuses.add((await ask()).status);

    const refused = await ask();
    twin.clock.advance(30_000);
    const again = await ask();

    expect([...statuses]).toEqual([200]);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/plain; charset=utf-8']);
    expect(again.status).toBe(200);
  });

  it('is away at times', async () => {
    await using twin = await start({ unavailableEvery: 2 });

    const first = await fetch(twin.url + NVD_PATH);
    const second = await fetch(twin.url + NVD_PATH);

    expect([first.status, second.status]).toEqual([200, 503]);
  });
});

async function read(twin: Twin, query: string, withKey = false): Promise<Page> {
  const headers: Record<string, string> = withKey ? { apiKey: 'invented' } : {};
  return (await fetch(twin.url + NVD_PATH + query, { headers })).json() as Promise<Page>;
}
