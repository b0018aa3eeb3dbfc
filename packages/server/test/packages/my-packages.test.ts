import { LIST_LIMITS } from '@almanac/core/my-packages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_OF_COLLECTION } from '../../src/app/my-packages/my-packages.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';
import { parseXml } from '../support/xml-check.ts';

const SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd', 'packages', 'nixpkgs', 'kev', 'epss'] as const;
const CRITICAL = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }];

const entry = (name: string, version: string, maintainer = 'keeper') => ({
  name: `${name}-${version}`,
  pname: name,
  version,
  meta: { maintainers: [{ github: maintainer }] },
});

const kev = (cveID: string) => ({
  cveID,
  vendorProject: 'Tidewater',
  product: 'lamp',
  vulnerabilityName: 'Of lamp',
  dateAdded: '2026-10-09',
  shortDescription: 'Lamp.',
  requiredAction: 'Apply updates.',
  dueDate: '2026-10-30',
  knownRansomwareCampaignUse: 'Unknown',
  notes: '',
  cwes: [],
});

let given: PackageApp;
let app: TestApp;
beforeAll(async () => {
  given = await openPackageApp(
    ROUTES,
    async (store, db) => {
      await store.put(
        'osv',
        byId(
          osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'harbour', fixed: '2.4' }], {
            aliases: ['CVE-2026-12345'],
            severity: CRITICAL,
          }),
          osvSays('PYSEC-2026-3', [{ ecosystem: 'PyPI', name: 'harbour', fixed: '2.3.5' }], {
            aliases: ['CVE-2026-12346'],
          }),
          osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'lamp', fixed: '1.0.1' }], {
            aliases: ['CVE-2026-22222'],
          }),
        ),
        SEEN,
      );
      await store.put('kev', { 'CVE-2026-22222': kev('CVE-2026-22222') }, SEEN);
      const many = Array.from({ length: 120 }, (_, i) => [
        `nixos-unstable/many-${i}`,
        entry(`many-${i}`, '1.0', 'busy'),
      ]);
      const channels = Array.from({ length: 300 }, (_, i) => {
        const [name, line] = [`line-${i % 50}`, Math.floor(i / 50)];
        return [`nixos-${line}/${name}`, entry(name, `${line}.0`, 'nobody')];
      });
      const ropes = Array.from({ length: 8 }, (_, i) => [
        `nixos-unstable/set${i}Packages.rope`,
        entry('rope', `${i}.0`),
      ]);
      await store.put(
        'packages',
        {
          'nixos-25.11/python312Packages.harbour': entry('harbour', '2.3'),
          'nixos-unstable/python312Packages.harbour': entry('harbour', '2.4'),
          ...Object.fromEntries(many),
          ...Object.fromEntries(ropes),
          ...Object.fromEntries(channels),
        },
        SEEN,
      );
      await putTracker(db, {
        issues: [{ number: 101, cves: ['CVE-2026-12345'], packages: ['python312Packages.harbour'] }],
        pulls: [{ number: 201, closes: [101] }],
        links: [[101, 201]],
      });
      for (const source of SOURCES) await wasRead(db, source);
    }, // What is slow here is the machine.
    { settings: { deadlineMs: 110_000, timeouts: { headersMs: 10_000, requestMs: 15_000, connectionMs: 120_000 } } },
  );
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

const HARBOUR = 'python312Packages.harbour';
const LIST = [HARBOUR, 'pkg:npm/lamp@1.0.0', 'pkg:npm/lamp@1.0.1', 'pkg:npm/quiet@1.0.0', 'pkg:generic/x@1', 'nobody'];
const QUERY = `packages=${LIST.map(encodeURIComponent).join(',')}`;

const post = (body: object, to = app) =>
  to.get('/api/v1/my', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

interface Row {
  readonly asked: string;
  readonly version: string | null;
  readonly verdict: string;
  readonly unknownReasons: readonly string[];
}

describe('POST /my', () => {
  it('answers worst first: what is exploited, what is affected, what is unknown, then the rest', async () => {
    const { status, body } = await post({ packages: LIST });

    expect(status).toBe(200);
    const rows = (body['data'].rows as Row[]).map(({ asked, version, verdict }) => [asked, version, verdict]);
    expect(rows).toEqual([
      ['pkg:npm/lamp@1.0.0', '1.0.0', 'affected'],
      [HARBOUR, '2.3', 'affected'],
      ['nobody', null, 'unknown'],
      ['pkg:generic/x@1', '1', 'unknown'],
      ['pkg:npm/quiet@1.0.0', '1.0.0', 'none_known'],
      ['pkg:npm/lamp@1.0.1', '1.0.1', 'not_affected'],
      [HARBOUR, '2.4', 'not_affected'],
    ]);
    expect(body['data']).toMatchObject({
      sentence: '2 of 6 packages need attention, 2 could not be checked.',
      totals: { packages: 6, affected: 2, unknown: 2, noneKnown: 1, notAffected: 1 },
      left: 0,
    });
    expect(body['coverage']).toEqual(expect.arrayContaining([expect.objectContaining({ source: 'kev', state: 'ok' })]));
  });

  it('says what to do: the fix of all, since when, which channels, and which issue', async () => {
    const { body } = await post({ packages: [HARBOUR, 'pkg:npm/lamp@1.0.0'] });

    const [lamp, harbour] = body['data'].rows;
    expect(lamp).toMatchObject({
      findings: [{ id: 'CVE-2026-22222', kev: true, fixedIn: '1.0.1' }],
      fix: { version: '1.0.1', fixes: 1, of: 1 },
      channels: [],
    });
    expect(harbour).toMatchObject({
      channels: ['nixos-25.11'],
      findings: [
        { id: 'CVE-2026-12345', severity: 'critical', issue: { number: 101, stage: expect.any(String) } },
        { id: 'CVE-2026-12346' },
      ],
      fix: { version: '2.4', fixes: 2, of: 2 },
      knownSince: '2026-09-01T12:00:00.000Z',
    });
    expect(lamp.findings[0]).not.toHaveProperty('issue');
  });

  it('has the verdicts of /purls and /vulns', async () => {
    const purls = LIST.filter((each) => each.startsWith('pkg:'));
    const { body: other } = await app.get('/api/v1/purls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ purls }),
    });
    const { body: vulns } = await app.get(`/api/v1/vulns/${HARBOUR}?version=2.3`);
    const { body } = await post({ packages: [...purls, `${HARBOUR}@2.3`] });

    const verdicts = new Map((body['data'].rows as Row[]).map(({ asked, verdict }) => [asked, verdict]));
    const expected = [
      ...(other['data'].results as { purl: string; verdict: string }[]).map(({ purl, verdict }) => [purl, verdict]),
      [`${HARBOUR}@2.3`, vulns['verdict']],
    ];
    expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(expected));
  });

  it('finds the packages of a maintainer', async () => {
    const { body } = await post({ maintainer: 'keeper' });
    const { body: none } = await post({ maintainer: 'Keeper' });

    const asked = new Set((body['data'].rows as Row[]).map((row) => row.asked));
    expect(asked.has(HARBOUR)).toBe(true);
    expect(asked.size).toBe(9);
    expect(none['data']).toMatchObject({
      rows: [],
      totals: { packages: 0 },
      sentence: 'The list contains no packages.',
    });
  });

  it('checks a hundred packages of a maintainer; the others are counted as unknown', async () => {
    const { body } = await post({ maintainer: 'busy' });

    expect(body['data'].left).toBe(20);
    expect(new Set((body['data'].rows as Row[]).map(({ asked }) => asked)).size).toBe(LIST_LIMITS.collection);
    expect(body['data'].totals).toMatchObject({ packages: 120 });
    expect(body['data'].totals.unknown).toBeGreaterThanOrEqual(20);
  });

  it('checks six versions of one name, and says that there are more', async () => {
    const { body } = await post({ packages: ['rope'] });

    const rows = body['data'].rows as Row[];
    expect(rows).toHaveLength(7);
    expect(rows.filter(({ unknownReasons }) => unknownReasons.includes('limit_reached'))).toMatchObject([
      { asked: 'rope', verdict: 'unknown', verdictReason: expect.stringContaining('2 more versions') },
    ]);
  });

  it('what is beyond the versions of one answer is unknown', async () => {
    const { body } = await post({ packages: Array.from({ length: 50 }, (_, i) => `line-${i}`) });

    const rows = body['data'].rows as Row[];
    const beyond = rows.filter(({ unknownReasons }) => unknownReasons.includes('limit_reached'));
    expect([rows.length, beyond.length]).toEqual([300, 300 - MOST_OF_COLLECTION]);
    expect(beyond[0]).toMatchObject({ verdictReason: expect.stringContaining('checks 250 versions') });
  }, 120_000);

  it.each<[string, object, RegExp]>([
    ['neither', {}, /packages.*maintainer/],
    ['both', { packages: ['a'], maintainer: 'b' }, /packages.*maintainer/],
    ['an empty list', { packages: [] }, /packages/],
    ['too many', { packages: Array.from({ length: 1_001 }, (_, i) => `pkg:npm/p${i}@1`) }, /packages/],
    ['too many names', { packages: Array.from({ length: 101 }, (_, i) => `name-${i}`) }, /at most 100 names/],
    ['an entry that is too long', { packages: ['x'.repeat(1_001)] }, /packages/],
  ])('refuses %s', async (_, body, words) => {
    const { status, body: refusal } = await post(body);

    expect([status, refusal['code']]).toEqual([400, 'BODY_INVALID']);
    expect(refusal['error']).toMatch(words);
  });
});

describe('the feeds', () => {
  it.each(['/my/atom', '/api/v1/my/atom'])(
    '%s has an entry for each vulnerability and one for what is unknown',
    async (path) => {
      const { status, headers, text } = await app.get(`${path}?${QUERY}`);

      expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
      const feed = parseXml(text);
      const entries = feed.children.filter(({ name }) => name === 'entry');
      const titles = entries.map((each) => each.children.find(({ name }) => name === 'title')?.text);
      expect(titles).toEqual([
        '2 versions could not be checked',
        'lamp 1.0.0: CVE-2026-22222 (high, known exploited)',
        `${HARBOUR} 2.3: CVE-2026-12345 (critical)`,
        `${HARBOUR} 2.3: CVE-2026-12346 (high)`,
      ]);
      const ids = entries.map((each) => each.children.find(({ name }) => name === 'id')?.text);
      expect(new Set(ids).size).toBe(entries.length);
    },
  );

  it('does not change while nothing does', async () => {
    const first = await app.get(`/my/atom?${QUERY}`);
    app.clock.now += 600_000;
    const second = await app.get(`/my/atom?${QUERY}`);

    expect(second.text).toBe(first.text);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('as JSON feed has the same items', async () => {
    const { body } = await app.get(`/my/feed.json?${QUERY}`);

    expect(body).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      description: '2 of 6 packages need attention, 2 could not be checked.',
      home_page_url: expect.stringMatching(/^http:\/\/api\.test\/my\?packages=/),
      feed_url: expect.stringMatching(/^http:\/\/api\.test\/my\/feed\.json\?packages=/),
    });
    expect(body['items']).toHaveLength(4);
    expect(body['items'][1]).toMatchObject({
      url: 'http://api.test/CVE-2026-22222',
      content_text: expect.stringContaining('Upgrade lamp to 1.0.1.'),
      tags: ['high', 'known exploited'],
    });
  });
});

describe('the badge', () => {
  it.each([
    ['something affected', LIST.join(','), '2 of 6 affected, 2 unknown', '#a32020'],
    ['something unknown', 'pkg:npm/quiet@1.0.0,nobody', '1 unknown', '#8a4b08'],
    ['nothing known', 'nobody', 'unknown', '#57606e'],
    ['nothing against it', 'pkg:npm/quiet@1.0.0', 'none known', '#0f6a57'],
  ])('with %s', async (_, packages, message, colour) => {
    const { status, headers, text } = await app.get(`/my/badge.svg?packages=${encodeURIComponent(packages)}`);

    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    const svg = parseXml(text);
    expect(svg.attributes.get('aria-label')).toBe(`vulnerabilities: ${message}`);
    expect(text).toContain(colour);
    expect(text.includes('#0f6a57')).toBe(message === 'none known');
  });
});

describe('what does not fit into an address', () => {
  const many = Array.from({ length: 101 }, (_, i) => `p${i}`).join(',');

  it.each(['/my/atom', '/my/feed.json', '/my/badge.svg'])('is refused by %s with a sentence', async (path) => {
    const { status, body } = await app.get(`${path}?packages=${many}`);

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(body['error']).toBe("Parameter 'packages' names 101 packages (maximum 100 in a URL)");
    expect(body['hint']).toMatch(/POST \/api\/v1\/my/);
  });

  it('is refused by its length', async () => {
    const long = Array.from({ length: 45 }, (_, i) => `${i}-`.padEnd(88, 'x')).join(',');
    const { status, body } = await app.get(`/my/badge.svg?packages=${long}`);
    const { status: longest, body: refusal } = await app.get(`/my/badge.svg?packages=${'x'.repeat(4_100)}`);

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(body['error']).toMatch(/4000/);
    expect([longest, refusal['code']]).toEqual([414, 'URI_TOO_LONG']);
  });

  it.each(['', '?packages=', '?packages=,,', '?maintainer=a&packages=b'])('%s names no list', async (query) => {
    const { status, body } = await app.get(`/my/atom${query}`);

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
  });
});

describe('what it costs', () => {
  it('is a request for every twenty versions of the collection', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `many-${i}`);

    const { headers: few } = await post({ packages: ['many-1'] });
    const { headers } = await post({ packages: names });

    const remaining = (each: Headers) => Number(each.get('x-ratelimit-remaining'));
    expect(remaining(few) - remaining(headers)).toBe(60 / 20);
  });

  it('ends in time: what was not checked by then is unknown, and the answer is not kept', async () => {
    let now = Date.UTC(2026, 10, 15, 8, 0, 0);
    await using slow = await testApp({
      routes: ROUTES,
      databaseUrl: given.databaseUrl,
      // Every look at the clock takes two seconds.
      now: () => (now += 2_000),
    });

    const { body } = await post({ packages: Array.from({ length: 40 }, (_, i) => `many-${i}`) }, slow);
    const { headers } = await slow.get(
      `/my/badge.svg?packages=${Array.from({ length: 40 }, (_, i) => `many-${i}`).join(',')}`,
    );

    const late = (body['data'].rows as Row[]).filter(({ unknownReasons }) => unknownReasons.includes('limit_reached'));
    expect(late.length).toBeGreaterThan(10);
    expect(late.length).toBeLessThan(40);
    expect(late[0]).toMatchObject({ verdictReason: expect.stringContaining('out of date') });
    expect(headers.get('cache-control')).toMatch(/no-store|max-age=0/);
  });
});
