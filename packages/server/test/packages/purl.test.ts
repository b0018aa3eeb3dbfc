import { RATES } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purl } from '../../src/http/routes/packages/purl.ts';
import { purls } from '../../src/http/routes/packages/purls.ts';
import { vulns } from '../../src/http/routes/packages/vulns.ts';
import type { TestApp } from '../support/app.ts';
import { fillGiant } from '../support/worlds/giant-package.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

/** As Go's own database writes it: without `go`, and with the first pre-release as the lower bound. */
function standardLibrary(id: string, name: string, cve: string): object {
  const events = [{ introduced: '0' }, { fixed: '1.16.10' }, { introduced: '1.17.0-0' }, { fixed: '1.17.3' }];
  const affected = [{ package: { ecosystem: 'Go', name }, ranges: [{ type: 'SEMVER', events }] }];
  return osvSays(id, [], { aliases: [cve], affected });
}

const OSV = byId(
  osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }], { aliases: ['CVE-2026-1001'] }),
  osvSays('MAL-2026-1', [{ ecosystem: 'npm', name: 'evil', versions: ['1.0.0'] }]),
  osvSays('GHSA-scop-scop-scop', [{ ecosystem: 'npm', name: '@scope/name', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1002'],
  }),
  osvSays('PYSEC-2026-2', [{ ecosystem: 'PyPI', name: 'Zope.Interface', fixed: '5.0' }], {
    aliases: ['CVE-2026-1003'],
  }),
  osvSays('GO-2026-1', [{ ecosystem: 'Go', name: 'github.com/Owner/repo', fixed: '1.2.0' }], {
    aliases: ['CVE-2026-1004'],
  }),
  standardLibrary('GO-2026-2', 'stdlib', 'CVE-2026-1011'),
  standardLibrary('GO-2026-3', 'toolchain', 'CVE-2026-1012'),
  osvSays('GHSA-mave-mave-mave', [{ ecosystem: 'Maven', name: 'org.group:artifact', fixed: '2.0' }], {
    aliases: ['CVE-2026-1005'],
  }),
  osvSays(
    'DSA-1-1',
    [
      { ecosystem: 'Debian:11', name: 'tool', fixed: '1:1.0-1+deb11u1' },
      { ecosystem: 'Debian:12', name: 'tool', fixed: '1:1.2-1' },
    ],
    { upstream: ['CVE-2026-1006'] },
  ),
  osvSays('ALSA-2026:1', [{ ecosystem: 'AlmaLinux:9', name: 'tool', fixed: '1:2.0-1.el9' }], {
    upstream: ['CVE-2026-1006'],
  }),
  osvSays('GHSA-acti-acti-acti', [{ ecosystem: 'GitHub Actions', name: 'owner/action', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1013'],
  }),
  osvSays(
    'DRUPAL-CONTRIB-2026-1',
    [{ ecosystem: 'Packagist:https://packages.drupal.org/8', name: 'drupal/module', fixed: '1.1.0' }],
    { aliases: ['CVE-2026-1014'] },
  ),
  osvSays('GHSA-reje-reje-reje', [{ ecosystem: 'npm', name: 'doubted', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1007'],
  }),
  osvSays('GHSA-disp-disp-disp', [{ ecosystem: 'npm', name: 'disputed', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1009'],
  }),
  // Corrected: the lines 1.14 and 1.15 have fixes of their own.
  osvSays('BIT-cilium-2025-23028', [{ ecosystem: 'Bitnami', name: 'cilium', introduced: '1.15.4', fixed: '1.16.5' }]),
  osvSays('GHSA-prot-prot-prot', [{ ecosystem: 'npm', name: '__proto__', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1008'],
  }),
);

const rejected = {
  cveMetadata: { cveId: 'CVE-2026-1007', state: 'REJECTED' },
  containers: { cna: { rejectedReasons: [{ lang: 'en', value: 'No vulnerability.' }] } },
};

describe('package URLs', () => {
  let given: PackageApp;
  let app: TestApp;
  beforeAll(async () => {
    given = await openPackageApp(
      [purl, purls, vulns],
      async (store, db) => {
        await store.put('osv', OSV, SEEN);
        await store.put('cve_list_v5', { 'CVE-2026-1007': rejected }, SEEN);
        // Of the same vulnerability another source says that it ended earlier.
        await store.put(
          'advisory',
          byId(osvSays('GHSA-disp-disp-disp', [{ ecosystem: 'npm', name: 'disputed', fixed: '1.0.0' }])),
          SEEN,
        );
        await fillGiant(db, 'giant', 3_000);
        for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd'] as const) await wasRead(db, source);
      },
      { settings: { bodyLimit: 1 << 20, deadlineMs: 60_000 } },
    );
    ({ app } = given);
  });
  afterAll(() => given[Symbol.asyncDispose]());

  const post = (all: readonly string[]) =>
    app.get('/api/v1/purls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ purls: all }),
    });

  /** Purl, ecosystem, name, verdict, CVEs or other ids that match. */
  const TABLE: readonly [string, string | null, string, string, string[]][] = [
    ['pkg:npm/left@1.0.0', 'npm', 'left', 'affected', ['CVE-2026-1001']],
    ['pkg:npm/left@2.0.0', 'npm', 'left', 'not_affected', []],
    ['pkg:npm/left', 'npm', 'left', 'unknown', ['CVE-2026-1001']],
    ['pkg:npm/Left@1.0.0', 'npm', 'Left', 'none_known', []],
    ['pkg:npm/lef@1.0.0', 'npm', 'lef', 'none_known', []],
    ['pkg:npm/evil@1.0.0', 'npm', 'evil', 'affected', ['MAL-2026-1']],
    ['pkg:npm/%40scope/name@1.0.0', 'npm', '@scope/name', 'affected', ['CVE-2026-1002']],
    ['pkg:npm/@scope/name@1.0.0', 'npm', '@scope/name', 'affected', ['CVE-2026-1002']],
    ['pkg:bitnami/cilium@1.14.17', 'Bitnami', 'cilium', 'affected', ['BIT-cilium-2025-23028']],
    ['pkg:bitnami/cilium@1.15.12', 'Bitnami', 'cilium', 'not_affected', []],
    ['pkg:npm/__proto__@1.0.0', 'npm', '__proto__', 'affected', ['CVE-2026-1008']],
    ['pkg:npm/disputed@1.5.0', 'npm', 'disputed', 'affected', ['CVE-2026-1009']],
    ['pkg:npm/disputed@0.5.0', 'npm', 'disputed', 'affected', ['CVE-2026-1009']],
    ['pkg:npm/doubted@1.0.0', 'npm', 'doubted', 'unknown', ['CVE-2026-1007']],
    ['pkg:pypi/Zope_Interface@4.0', 'PyPI', 'zope-interface', 'affected', ['CVE-2026-1003']],
    ['pkg:golang/github.com/Owner/repo@v1.1.0', 'Go', 'github.com/Owner/repo', 'affected', ['CVE-2026-1004']],
    ['pkg:golang/stdlib@go1.16.9', 'Go', 'stdlib', 'affected', ['CVE-2026-1011']],
    ['pkg:golang/stdlib@1.16.9', 'Go', 'stdlib', 'affected', ['CVE-2026-1011']],
    ['pkg:golang/stdlib@go1.17rc1', 'Go', 'stdlib', 'affected', ['CVE-2026-1011']],
    ['pkg:golang/stdlib@go1.17.3', 'Go', 'stdlib', 'not_affected', []],
    ['pkg:golang/std@go1.16.9', 'Go', 'stdlib', 'affected', ['CVE-2026-1011']],
    ['pkg:golang/toolchain@go1.16.9', 'Go', 'toolchain', 'affected', ['CVE-2026-1012']],
    ['pkg:maven/org.group/artifact@1.9', 'Maven', 'org.group:artifact', 'affected', ['CVE-2026-1005']],
    ['pkg:deb/debian/tool@1:1.0-1?distro=debian-12', 'Debian:12', 'tool', 'affected', ['CVE-2026-1006']],
    ['pkg:deb/debian/tool@1:1.1-1?distro=bullseye', 'Debian:11', 'tool', 'not_affected', []],
    ['pkg:deb/debian/tool@1:1.0-1', 'Debian', 'tool', 'unknown', ['CVE-2026-1006']],
    ['pkg:deb/debian/tool@1:9.0-1', 'Debian', 'tool', 'unknown', []],
    [
      'pkg:rpm/almalinux/tool@1.9-1.el9?distro=almalinux-9&epoch=1',
      'AlmaLinux:9',
      'tool',
      'affected',
      ['CVE-2026-1006'],
    ],
    ['pkg:rpm/almalinux/tool@2.1-1.el9?distro=almalinux-9&epoch=1', 'AlmaLinux:9', 'tool', 'not_affected', []],
    // Built from the source package that records name.
    [
      'pkg:deb/debian/libtool1@1:1.0-1?upstream=tool&distro=debian-12',
      'Debian:12',
      'tool',
      'affected',
      ['CVE-2026-1006'],
    ],
    [
      'pkg:deb/debian/libtool1@2.0-1+b1?upstream=tool%401:1.0-1&distro=debian-12',
      'Debian:12',
      'tool',
      'affected',
      ['CVE-2026-1006'],
    ],
    ['pkg:deb/debian/libtool1@1:1.0-1?distro=debian-12', 'Debian:12', 'libtool1', 'unknown', []],
    ['pkg:deb/debian/other@1:1.0-1?arch=source&distro=debian-12', 'Debian:12', 'other', 'none_known', []],
    ['pkg:deb/debian/other@1:1.0-1?arch=source&distro=debian-99', 'Debian:99', 'other', 'unknown', []],
    ['pkg:github/madler/zlib@v1.3', 'GitHub Actions', 'madler/zlib', 'unknown', []],
    ['pkg:github/owner/action@v1', 'GitHub Actions', 'owner/action', 'affected', ['CVE-2026-1013']],
    ['pkg:composer/drupal/module@1.0.0', 'Packagist', 'drupal/module', 'affected', ['CVE-2026-1014']],
    [
      'pkg:maven/org.group/artifact@1.9?repository_url=https:%2F%2Fmirror.example.org',
      'Maven:https://mirror.example.org',
      'org.group:artifact',
      'affected',
      ['CVE-2026-1005'],
    ],
    ['pkg:rpm/alma/tool@1.9-1.el9?distro=almalinux-9&epoch=1', 'AlmaLinux:9', 'tool', 'affected', ['CVE-2026-1006']],
    ['pkg:rpm/almalinux/tool@2.1-1.el9?distro=almalinux-9', 'AlmaLinux:9', 'tool', 'unknown', ['CVE-2026-1006']],
    ['pkg:npm/left@v1.0.0', 'npm', 'left', 'affected', ['CVE-2026-1001']],
    ['pkg:conda/left@1.0.0', null, 'left', 'unknown', []],
    ['pkg:brandnew/left@1.0.0', null, 'left', 'unknown', []],
    ['pkg:generic/left@1.0.0', null, 'left', 'unknown', []],
  ];

  const idsOf = ({
    matches,
    otherMatches = [],
  }: {
    matches: { cve?: string; id?: string }[];
    otherMatches?: { id: string }[];
  }) => [...matches.map(({ cve, id }) => cve ?? id), ...otherMatches.map(({ id }) => id)];

  it.each(TABLE)('%s', async (text, ecosystem, name, verdict, ids) => {
    const { status, body } = await app.get(`/api/v1/purl/${encodeURIComponent(text)}`);

    expect(status).toBe(200);
    expect(body['data'].parsed).toMatchObject({ ecosystem, package: name });
    expect([body['verdict'], idsOf(body['data'])]).toEqual([verdict, ids]);
    const states = new Set(body['coverage'].map(({ state }: { state: string }) => state));
    if (ecosystem === null) expect([...states]).toEqual(['not_covered']);
    else expect(states).toContain('ok');
  });

  it('takes a purl with plain slashes, and tells what it read', async () => {
    const { body } = await app.get('/api/v1/purl/pkg:maven/org.group/artifact@1.9%3Ftype=jar%23sub');

    expect(body['data'].parsed).toEqual({
      canonical: 'pkg:maven/org.group/artifact@1.9?type=jar#sub',
      type: 'maven',
      namespace: 'org.group',
      name: 'artifact',
      version: '1.9',
      qualifiers: { type: 'jar' },
      subpath: 'sub',
      ecosystem: 'Maven',
      package: 'org.group:artifact',
    });
  });

  it.each([
    ['left', 'a purl must start with "pkg:"'],
    ['pkg:npm', 'a purl needs a type and a name: pkg:type/name'],
    ['pkg:npm/', 'a purl needs a type and a name: pkg:type/name'],
    ['pkg:npm/%25zz', 'percent-encoded'],
  ])('refuses %s', async (text, problem) => {
    const { status, body } = await app.get(`/api/v1/purl/${text}`);

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(body['error']).toContain(problem);
  });

  it('answers many at once with the same verdicts, in order, duplicates and faults included', async () => {
    const asked = [...TABLE.map(([text]) => text), 'nonsense', 'pkg:npm/left@1.0.0'];

    const { body } = await post(asked);

    expect(body['data'].results.map((one: { purl: string }) => one.purl)).toEqual(asked);
    const rows = body['data'].results.map((one: { status: string; verdict: string; matches: { id: string }[] }) => [
      one.status,
      one.verdict,
      idsOf(one),
    ]);
    expect(rows).toEqual([
      ...TABLE.map(([, ecosystem, , verdict, ids]) => [ecosystem === null ? 'not_covered' : 'ok', verdict, ids]),
      ['invalid', 'unknown', []],
      ['ok', 'affected', ['CVE-2026-1001']],
    ]);
    for (const [i, [text]] of TABLE.entries()) {
      const { body: alone } = await app.get(`/api/v1/purl/${encodeURIComponent(text)}`);
      const { matches, otherMatches } = alone['data'];
      const full = [...matches, ...otherMatches].map((one) => [one.confidence, one.status, one.fixedIn, one.severity]);
      const brief = body['data'].results[i].matches.map(
        (one: { confidence: string; status: string; fixedIn?: string; severity?: string }) => [
          one.confidence,
          one.status,
          one.fixedIn,
          one.severity,
        ],
      );
      expect([text, brief]).toEqual([text, full]);
      expect(body['data'].results[i].verdictReason).toBe(alone['verdictReason']);
    }
    expect(body['data'].results[0].matches[0]).toMatchObject({
      confidence: 'high',
      status: 'affected',
      severity: 'high',
      fixedIn: '2.0.0',
      sources: ['osv'],
    });
    expect(body['coverage'].length).toBeGreaterThan(0);
  });

  it('answers a thousand with a few questions to the database, a giant among them', async () => {
    const asked = Array.from(
      { length: 999 },
      (_, i) => `pkg:npm/${i % 3 === 0 ? 'left' : `unknown-${i}`}@${i % 5}.0.0`,
    );
    const before = given.app.statements;

    const { status, body } = await post([...asked, 'pkg:npm/giant@1500.1.0']);

    expect(status).toBe(200);
    const { results } = body['data'];
    expect(results.at(-1)).toMatchObject({ verdict: 'affected', total: 150 });
    expect(results.at(-1).matches).toHaveLength(50);
    asked.forEach((text, i) => {
      const wanted = i % 3 !== 0 ? 'none_known' : i % 5 < 2 ? 'affected' : 'not_affected';
      expect([text, results[i].verdict]).toEqual([text, wanted]);
    });
    expect(given.app.statements - before).toBeLessThan(100);
  });

  it('asks for a package of the collection as /vulns does', async () => {
    const { body: own } = await app.get('/api/v1/vulns/left?version=1.0.0');
    const { body } = await app.get('/api/v1/purl/pkg:nix/left@1.0.0');
    const { body: many } = await post(['pkg:nix/left@1.0.0']);

    const { parsed, ...data } = body['data'];
    expect(parsed).toMatchObject({ type: 'nix', ecosystem: null, package: 'left' });
    expect([data, body['verdict']]).toEqual([own['data'], own['verdict']]);
    expect(own['data'].matches.length).toBeGreaterThan(0);
    expect(many['data'].results).toMatchObject([{ status: 'ok', verdict: own['verdict'], total: own['data'].total }]);
  });

  it('takes so many packages of the collection at once', async () => {
    const { status, body } = await post(Array.from({ length: 101 }, (_, i) => `pkg:nix/left-${i}@1.0.0`));

    expect([status, body['code']]).toEqual([400, 'BODY_INVALID']);
    expect(body['error']).toBe("Member 'purls': at most 100 of type nix at once");
  });

  it.each(['pkg:npm/a%00b@1.0.0', 'pkg:nix/a%00b@1.0.0', 'pkg:npm/left@1%000', 'pkg:golang/a%0ab/c@1.0.0'])(
    'takes %s for no purl, alone or among others',
    async (hostile) => {
      const { status, body } = await post([hostile, 'pkg:npm/left@1.0.0']);
      const alone = await app.get(`/api/v1/purl/${encodeURIComponent(hostile)}`);

      expect(status).toBe(200);
      expect(body['data'].results).toMatchObject([
        { status: 'invalid', problem: 'it contains a control character', verdict: 'unknown' },
        { status: 'ok', verdict: 'affected' },
      ]);
      expect(alone.status).toBe(400);
    },
  );

  it.each([0, 1_001])('refuses %s purls', async (count) => {
    const { status, body } = await post(Array.from({ length: count }, () => 'pkg:npm/left'));

    expect([status, body['code']]).toEqual([400, 'BODY_INVALID']);
  });

  it('counts a hundred as one request', async () => {
    await using small = await openPackageApp([purls], async (store) => store.put('osv', OSV, SEEN), {
      settings: { rates: RATES, bodyLimit: 1 << 20 },
    });
    const send = (count: number) =>
      small.app.get('/api/v1/purls', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ purls: Array.from({ length: count }, () => 'pkg:npm/left@1.0.0') }),
      });

    expect((await send(99)).headers.get('x-ratelimit-remaining')).toBe('29');
    await send(1_000);
    // One, then ten, then this one.
    expect((await send(1)).headers.get('x-ratelimit-remaining')).toBe('18');
  });
});
