import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { ADVISORIES_PATH, type AdvisoryQuirks, advisory } from './advisory.ts';
import { dateRangeOf } from './date-range.ts';

const HOUR = 3_600_000;
const MERGE_DEEP = 'GHSA-2c4f-7hpq-9wxm';
const start = (quirks?: AdvisoryQuirks) => startTwin(advisory(smallWorld, quirks));

interface Listed {
  readonly ghsa_id: string;
  readonly type: string;
  readonly published_at: string;
  readonly updated_at: string;
}

describe('one advisory', () => {
  it('has the shape of the REST API', async () => {
    await using twin = await start();

    expect(await (await fetch(`${twin.url}${ADVISORIES_PATH}/${MERGE_DEEP}`)).json()).toMatchObject({
      ghsa_id: MERGE_DEEP,
      cve_id: 'CVE-2026-98001',
      type: 'reviewed',
      severity: 'critical',
      identifiers: [{ type: 'GHSA' }, { value: 'CVE-2026-98001', type: 'CVE' }],
      published_at: '2026-09-13T09:00:00Z',
      withdrawn_at: null,
      vulnerabilities: [
        {
          package: { ecosystem: 'npm', name: '@larkspur/merge-deep' },
          vulnerable_version_range: '< 4.2.1',
          first_patched_version: '4.2.1',
        },
      ],
      cvss_severities: { cvss_v3: { score: 9.8 }, cvss_v4: { vector_string: null, score: 0 } },
      cwes: [{ cwe_id: 'CWE-1321' }],
    });
  });

  it.each([
    ['GHSA-4j6m-9mrv-fwx3', ['>= 1.4.0, < 1.4.8', '>= 2.0.0, < 2.0.3']],
    ['GHSA-8rcv-hw23-m457', ['<= 0.18.5']],
    ['GHSA-9vfw-jx34-p568', []],
  ])('%s is in the ranges %j', async (ghsa, ranges) => {
    await using twin = await start();

    const { vulnerabilities } = (await (await fetch(`${twin.url}${ADVISORIES_PATH}/${ghsa}`)).json()) as {
      vulnerabilities: { vulnerable_version_range: string }[];
    };

    expect(vulnerabilities.map((each) => each.vulnerable_version_range)).toEqual(ranges);
  });

  it('is found whatever its type, but by its exact id alone', async () => {
    await using twin = await start();

    const statuses = await Promise.all(
      ['GHSA-9vfw-jx34-p568', 'GHSA-x5c4-6mfp-8rvw', 'GHSA-2222-2222-2222', MERGE_DEEP.toLowerCase()].map(
        async (id) => (await fetch(`${twin.url}${ADVISORIES_PATH}/${id}`)).status,
      ),
    );

    expect(statuses).toEqual([200, 200, 404, 404]);
  });
});

describe('the listing', () => {
  it('hides unreviewed advisories and malware unless they are asked for', async () => {
    await using twin = await start();

    const listings = await Promise.all(
      ['', '?type=unreviewed', '?type=malware'].map(async (query) => list(twin, query)),
    );
    const types = listings.map((advisories) => Array.from(new Set(advisories.map(({ type }) => type))));

    expect(types).toEqual([['reviewed'], ['unreviewed'], ['malware']]);
  });

  it.each([
    ['?cve_id=CVE-2026-98001', [MERGE_DEEP]],
    ['?cve_id=CVE-2026-98010', []],
    ['?cve_id=CVE-2026-98010&type=unreviewed', ['GHSA-9vfw-jx34-p568']],
    [`?ghsa_id=${MERGE_DEEP}`, [MERGE_DEEP]],
    ['?ecosystem=nuget', ['GHSA-7q9r-gvx2-j346']],
    ['?is_withdrawn=true', ['GHSA-g4h3-q567-v89f', 'GHSA-p8q7-xc9f-3hjm']],
    ['?affects=@larkspur/merge-deep@4.0.0', [MERGE_DEEP]],
    ['?cwes=1321', [MERGE_DEEP]],
    ['?published=2026-09-13', [MERGE_DEEP]],
    ['?published=2026-09-14..*', ['GHSA-5m7p-cpvw-gx24', 'GHSA-f3g2-p456-r78c']],
    ['?updated=2026-09-12', ['GHSA-q9r8-2fcg-4jmp']],
    ['?modified=%3E%3D2026-09-15T03:00:00Z', ['GHSA-5m7p-cpvw-gx24']],
  ])('%s finds %j', async (query, ids) => {
    await using twin = await start();

    expect((await list(twin, query)).map(({ ghsa_id }) => ghsa_id)).toEqual(ids);
  });

  it.each([
    ['', 'published_at', -1],
    ['?sort=updated', 'updated_at', -1],
    ['?sort=updated&direction=asc', 'updated_at', 1],
  ] as const)('%s is sorted by %s', async (query, member, sign) => {
    await using twin = await start();

    const dates = (await list(twin, query)).map((each) => each[member]);

    expect(dates.length).toBeGreaterThan(10);
    expect(dates).toEqual(dates.toSorted((a, b) => sign * a.localeCompare(b)));
  });

  it('is paged by cursors that hold while advisories move', async () => {
    await using twin = await start();
    const seen: string[] = [];

    let next: string | null = `${twin.url}${ADVISORIES_PATH}?sort=updated&direction=asc&per_page=4`;
    while (next !== null) {
      const response: Response = await fetch(next);
      seen.push(...((await response.json()) as Listed[]).map(({ ghsa_id }) => ghsa_id));
      next = linkOf(response, 'next');
      if (seen.length === 8) twin.clock.advance(31 * HOUR);
    }

    // GHSA-w4x3-… changed meanwhile and moved to the end.
    expect(seen.filter((id) => id === 'GHSA-w4x3-5jcm-7qrv')).toHaveLength(1);
    expect(seen.at(-1)).toBe('GHSA-w4x3-5jcm-7qrv');
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('leads back', async () => {
    await using twin = await start();
    const first = await fetch(`${twin.url}${ADVISORIES_PATH}?per_page=3`);
    const second = await fetch(linkOf(first, 'next') ?? '');

    const back = await fetch(linkOf(second, 'prev') ?? '');

    expect(await back.json()).toEqual(await first.json());
    expect(linkOf(first, 'prev')).toBeNull();
  });

  it.each([
    'type=all',
    'severity=moderate',
    'ecosystem=PyPI',
    'sort=severity',
    'direction=up',
    'modified=yesterday',
    'is_withdrawn=1',
    'after=x',
  ])('refuses %s with 422', async (query) => {
    await using twin = await start();

    const response = await fetch(`${twin.url}${ADVISORIES_PATH}?${query}`);

    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      message: 'Validation Failed',
      errors: [{ field: query.split('=')[0] }],
    });
  });
});

it.each([
  ['2024-01-01', '2024-01-01T00:00:00.000Z', '2024-01-01T23:59:59.999Z'],
  ['2024-01-01..2024-01-31', '2024-01-01T00:00:00.000Z', '2024-01-31T23:59:59.999Z'],
  ['2024-05-01T10:00:00Z..2024-05-01T11:00:00+01:00', '2024-05-01T10:00:00.000Z', '2024-05-01T10:00:00.000Z'],
  ['>2024-05-01', '2024-05-02T00:00:00.000Z', null],
  ['>=2024-05-01T10:00:00Z', '2024-05-01T10:00:00.000Z', null],
  ['<2024-05-01', null, '2024-04-30T23:59:59.999Z'],
  ['<=2024-05-01', null, '2024-05-01T23:59:59.999Z'],
  ['*..2024-05-01', null, '2024-05-01T23:59:59.999Z'],
])('reads the range %s', (text, from, to) => {
  const range = dateRangeOf(text);
  const date = (instant = Number.NaN) => (Number.isFinite(instant) ? new Date(instant).toISOString() : null);

  expect([date(range?.from), date(range?.to)]).toEqual([from, to]);
});

describe('headers', () => {
  it('a request without User-Agent is refused', async () => {
    await using twin = await start();

    expect(await statusWithoutAgent(twin.url + ADVISORIES_PATH)).toBe(403);
  });

  it.each([
    [undefined, 200, '2022-11-28', true],
    ['2022-11-28', 200, '2022-11-28', true],
    ['2026-03-10', 200, '2026-03-10', false],
    ['2021-01-01', 410, null, false],
  ])('version %s: %i', async (version, status, selected, hasCvss) => {
    await using twin = await start();
    const headers = version === undefined ? {} : { 'x-github-api-version': version };

    const response = await fetch(`${twin.url}${ADVISORIES_PATH}/${MERGE_DEEP}`, { headers });

    expect([response.status, response.headers.get('x-github-api-version-selected')]).toEqual([status, selected]);
    expect('cvss' in ((await response.json()) as object)).toBe(hasCvss);
  });

  it.each([403, 429] as const)('the empty budget answers %i, and the next hour fills it', async (refuseWith) => {
    await using twin = await start({ refuseWith, budget: 2 });
    const ask = () => fetch(`${twin.url}${ADVISORIES_PATH}?per_page=1`);
    const remaining = [await ask(), await ask()].map(({ headers }) => headers.get('x-ratelimit-remaining'));

    const refused = await ask();
    twin.clock.advance(HOUR);
    const again = await ask();

    expect(remaining).toEqual(['1', '0']);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      refuseWith,
      refuseWith === 429 ? '3600' : null,
    ]);
    expect(again.status).toBe(200);
  });

  it('a 304 costs nothing of a token’s budget', async () => {
    await using twin = await start();
    const authorization = 'Bearer invented';
    const url = `${twin.url}${ADVISORIES_PATH}?per_page=1`;
    const first = await fetch(url, { headers: { authorization } });
    const etag = first.headers.get('etag') ?? '';

    const unchanged = await fetch(url, { headers: { authorization, 'if-none-match': etag } });
    const last = await fetch(url, { headers: { authorization } });

    expect(unchanged.status).toBe(304);
    expect([first, last].map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['4999', '4998']);
  });
});

async function list(twin: Twin, query: string): Promise<Listed[]> {
  return (await fetch(twin.url + ADVISORIES_PATH + query)).json() as Promise<Listed[]>;
}

function linkOf({ headers }: Response, rel: string): string | null {
  const links = headers.get('link')?.split(', ') ?? [];
  const link = links.find((each) => each.endsWith(`rel="${rel}"`));
  return link?.slice(1, link.indexOf('>')) ?? null;
}

/** `fetch` always names an agent. */
async function statusWithoutAgent(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
