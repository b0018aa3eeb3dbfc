import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../src/http/routes/index.ts';
import type { TestApp } from '../support/app.ts';
import { faultsOfPage } from '../support/page-faults.ts';
import { openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';

const CALL = /<p class="call ([a-z]+)"><strong>([^<]*)<\/strong> ([^<]*)</;
const HOSTILE = '</script><img src=x onerror=alert(1)>';

const entry = (name: string, version: string, description: string) => ({
  name: `${name}-${version}`,
  pname: name,
  version,
  meta: { description, homepage: 'https://harbour.example/', maintainers: [{ github: 'keeper' }] },
});

let given: PackageApp;
let app: TestApp;
beforeAll(async () => {
  given = await openPackageApp(
    [],
    async (store, db) => {
      await store.put(
        'osv',
        {
          'PYSEC-2026-1': osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'harbour', fixed: '2.4' }], {
            aliases: ['CVE-2026-12345'],
          }),
          'PYSEC-2026-2': osvSays('PYSEC-2026-2', [{ ecosystem: 'PyPI', name: 'lamp', fixed: '1.0' }], {
            summary: HOSTILE,
          }),
          'PYSEC-2026-3': osvSays('PYSEC-2026-3', [{ ecosystem: 'PyPI', name: 'buoy', fixed: '1.0' }]),
        },
        SEEN,
      );
      await store.put(
        'packages',
        {
          'nixos-25.11/python312Packages.harbour': entry('harbour', '2.3', 'A place for ships'),
          'nixos-unstable/python312Packages.harbour': entry('harbour', '2.4', 'A place for ships'),
          'nixos-unstable/buoy': entry('buoy', '3.0', 'A mark in the water'),
          'nixos-unstable/python312Packages.buoy': entry('buoy', '0.5', 'The same for Python'),
        },
        SEEN,
      );
      await putTracker(db, {
        issues: [
          { number: 101, cves: ['CVE-2026-12345'], packages: ['python312Packages.harbour'], severity: 'high' },
          { number: 102, title: `${HOSTILE} CVE-2026-99999`, cves: ['CVE-2026-99999'], state: 'closed' },
        ],
        pulls: [{ number: 201, closes: [101] }],
        links: [[101, 201]],
        reached: [[201, 'nixos-unstable', '2026-03-05T00:00:00.000Z']],
        channels: [{ name: 'nixos-unstable' }, { name: 'nixos-25.11' }],
      });
      for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'packages', 'nixpkgs'] as const) {
        await wasRead(db, source);
      }
    },
    { pages: PAGES },
  );
  ({ app } = given);
  // Bundling the scripts takes longer than a request may wait on a busy machine.
  await given.app.get('/scan');
});
afterAll(() => given[Symbol.asyncDispose]());

describe('the page of a package', () => {
  it('tells channel by channel what its version comes to, and why', async () => {
    const { status, text } = await app.get('/package/python312Packages.harbour');

    expect(status).toBe(200);
    expect(faultsOfPage(text)).toEqual([]);
    const rows = text.match(/<tr role="row">.*?<\/tr>/gs) ?? [];
    expect(rows.find((row) => row.includes('<strong>nixos-25.11<'))).toMatch(/2\.3.*>affected</s);
    expect(rows.find((row) => row.includes('<strong>nixos-unstable<'))).toMatch(/2\.4.*>not affected</s);
    expect(rows.find((row) => row.includes('scope="row"'))).toMatch(/2\.3 .*>affected<.*2\.4 .*>not affected</s);
    for (const part of ['CVE-2026-12345', 'A place for ships', 'keeper', '/api/v1/evidence/'])
      expect(text).toContain(part);
  });

  it('leads to the issue in which the fix is followed, and not to bytes that are not given out', async () => {
    const { text } = await app.get('/package/python312Packages.harbour?version=2.3');

    expect(text).toMatch(/nixpkgs issues: <a href="\/issues\/101">#101<\/a>/);
    expect(text).toMatch(/nixpkgs tracker <a href="\/issues\/101">#101<\/a><\/dt>/);
  });

  it('is no better than the worst that goes by the name', async () => {
    const { text } = await app.get('/package/harbour');

    expect(text).toContain('<strong>python312Packages.harbour 2.3 is affected.</strong>');
    expect(text).toContain('Not affected: 2.4 in nixos-unstable.');
  });

  it('is of the package itself, and tells of others of its name that are affected', async () => {
    const { text } = await app.get('/package/buoy');

    const [, tone, lead, rest] = CALL.exec(text) ?? [];
    expect([tone, lead]).toEqual(['warn', expect.stringContaining('buoy 3.0')]);
    expect(lead).not.toContain('python312Packages');
    expect(rest).toContain('Also affected, with the same name: python312Packages.buoy 0.5.');
  });

  it('says what it is and how it is before anything else, and offers versions and feeds', async () => {
    const { text } = await app.get('/package/python312Packages.harbour');

    const places = ['A place for ships', 'class="call bad"', 'name="version"', 'id="versions"', 'id="matches"'];
    const order = places.map((each) => text.indexOf(each, text.indexOf('<main')));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    for (const version of ['2.3', '2.4'])
      expect(text).toContain(`href="/package/python312Packages.harbour?version=${version}"`);
    for (const kind of ['atom', 'rss']) expect(text).toMatch(new RegExp(`href="[^"]*/feed/${kind}\\?package=harbour"`));
  });

  it('names what it does not know in one line, and has no part that says nothing', async () => {
    const { text } = await app.get('/package/lamp?version=1.0');

    for (const part of ['health', 'matches', 'repositories']) expect(text).not.toContain(`id="${part}"`);
    expect(text).toMatch(/Unknown: its health .*; versions in other repositories/);
  });

  it('answers for the version that is asked for', async () => {
    const { text } = await app.get('/package/python312Packages.harbour?version=2.4.1');

    expect(text).toContain('python312Packages.harbour 2.4.1 is not affected.');
  });

  it('never shows what it does not know as clean', async () => {
    const { status, text } = await app.get('/package/nobody-knows-it?version=1.0');

    expect(status).toBe(404);
    expect(text).toContain('nixpkgs has no package of this name, and no record names one.');
    expect(text).not.toContain('not affected.');
    expect(text).not.toContain('feed/atom?package');
    expect(faultsOfPage(text)).toEqual([]);
  });

  it.each([
    ['harbor', '/package/python312Packages.harbour'],
    ['lapm', '/search?q=pkg%3Apypi%2Flamp'],
  ])('of the unknown name %s is a 404 that leads to %s', async (name, link) => {
    const { status, text } = await app.get(`/package/${name}`);

    expect([status, text.includes(`href="${link}"`)]).toEqual([404, true]);
    expect(text).toContain(`name="q" value="${name}"`);
    expect((await app.get(link)).status).toBe(200);
  });

  it.each(['lamp@0.9', 'pkg:pypi/lamp@0.9'])('is found by %s', async (name) => {
    const response = await fetch(`${app.url}/package/${encodeURIComponent(name)}`, { redirect: 'manual' });

    expect([response.status, response.headers.get('location')]).toEqual([302, '/package/lamp?version=0.9']);
  });

  it('has a grid of versions and vulnerabilities, judged as the API judges', async () => {
    const { text } = await app.get('/package/python312Packages.harbour');

    const [, section = ''] = text.split('id="grid"');
    const cells = [...(section.split('</section>', 1)[0] ?? '').matchAll(/<(th|td)[^>]*>(.*?)<\/\1>/gs)].map(
      ([, , inner = '']) =>
        inner
          .replaceAll(/<[^>]* aria-label="([^"]+)"[^>]*>./g, '$1')
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
    );
    expect(cells).toEqual([
      'Vulnerability',
      '2.4 nixos-unstable',
      '2.3 nixos-25.11',
      'CVE-2026-12345 high',
      'not affected',
      'affected',
    ]);
  });

  it.each(['%40scope%2Fname', '__proto__', encodeURIComponent(HOSTILE), 'a'.repeat(512)])(
    'takes %s for a name',
    async (name) => {
      const { status, text } = await app.get(`/package/${name}`);

      expect(status).toBe(404);
      expect(text).not.toContain('<img');
      expect(faultsOfPage(text)).toEqual([]);
    },
  );

  it.each(['/package/a%00b', `/package/${'a'.repeat(513)}`, '/package/a?version=%0a1'])('refuses %s', async (path) => {
    expect((await app.get(path)).status).toBe(400);
  });

  it('shows text of others as text', async () => {
    const { text } = await app.get('/package/python312Packages.lamp?version=0.9');

    expect(text).not.toContain('<img');
  });
});

describe('the page of an issue', () => {
  it('says which channels have its fix, how it came there, and what it is about', async () => {
    const { status, text } = await app.get('/issues/101');

    expect(status).toBe(200);
    expect(faultsOfPage(text)).toEqual([]);
    expect(text).toContain('The fix is in nixos-unstable');
    expect(text).toContain('by its label');
    const rows = text.match(/<tr role="row">.*?<\/tr>/gs) ?? [];
    expect(rows.find((row) => row.includes('nixos-unstable'))).toMatch(/has the fix.*5 Mar 2026<\/time>, by #201/s);
    expect(rows.find((row) => row.includes('nixos-25.11'))).not.toContain('has the fix');
    for (const link of ['/CVE-2026-12345', '/package/python312Packages.harbour', '/api/v1/issues/101'])
      expect(text).toContain(`${link}"`);
  });

  it('shows text of others as text, and a CVE that no source knows as such', async () => {
    const { text } = await app.get('/issues/102');

    expect(text).not.toContain('<img');
    expect(text).toContain('no record');
    expect(faultsOfPage(text)).toEqual([]);
  });

  it('is not there for an issue that is not tracked, which it says', async () => {
    const { status, text } = await app.get('/issues/999', { headers: { accept: 'text/html' } });

    expect(status).toBe(404);
    expect(text).toContain('Issue 999 is not tracked');
  });
});

describe('the page of the issues', () => {
  it('lists them with their fixes, and leads to their CVEs and packages', async () => {
    const { status, text } = await app.get('/issues');

    expect(status).toBe(200);
    expect(faultsOfPage(text)).toEqual([]);
    expect(text).toContain('<strong>2</strong> issues');
    expect(text).toContain('href="/CVE-2026-12345"');
    expect(text).toContain('href="/package/python312Packages.harbour"');
    expect(text).toContain('#201');
    expect(text).not.toContain('<img');
  });

  it.each([
    ['status=closed', 'CVE-2026-99999', 'CVE-2026-12345'],
    ['risk=unknown&status=open', 'CVE-2026-12345', 'CVE-2026-99999'],
    ['hasFix=true', 'CVE-2026-12345', 'CVE-2026-99999'],
    ['package=python312packages.HARBOUR', 'CVE-2026-12345', 'CVE-2026-99999'],
  ])('with %s shows those alone', async (query, shown, left) => {
    const { text } = await app.get(`/issues?${query}`);

    expect(text).toContain(shown);
    expect(text).not.toContain(left);
  });

  it.each([
    ['severity=grave', 'expected all, or one or more of critical, high, medium, low and unknown, separated by commas'],
    ['risk=grave', 'risk: expected exploited, likely, unknown'],
    ['risk=toString', 'risk: expected exploited, likely, unknown'],
  ])('says what is wrong with %s', async (query, complaint) => {
    const { status, text } = await app.get(`/issues?${query}`);

    expect(status).toBe(400);
    expect(text).toContain(complaint);
  });

  it('has nothing that is exploited where nobody says so, and calls that unknown', async () => {
    const { text } = await app.get('/issues?risk=exploited');
    const { text: all } = await app.get('/issues');

    expect(text).toContain('<strong>0</strong> issues');
    expect(all.match(/<span class="chip unrated">unknown<\/span><\/td><td role="cell"><\/td>/g)).toHaveLength(2);
  });

  it('shows which channels have a fix', async () => {
    const { text } = await app.get('/issues');

    const heads = [...text.matchAll(/<th role="columnheader" scope="col" class="mark">([^<]+)</g)].map(
      ([, name]) => name,
    );
    const row = text.match(/<tr role="row">(?:(?!<\/tr>).)*#101<.*?<\/tr>/s)?.[0] ?? '';
    const marks = [...row.matchAll(/<td role="cell" class="mark">(.*?)<\/td>/g)].map(
      ([, cell]) => /aria-label="([^"]+)"/.exec(cell ?? '')?.[1],
    );
    expect(Object.fromEntries(heads.map((name, i) => [name, marks[i]]))).toEqual({
      'nixos-unstable': 'has the fix',
      'nixos-25.11': 'lacks the fix',
    });
  });
});

it('the page of a CVE tells how the collection stands to it, and how far its fix has come', async () => {
  const { status, text } = await app.get('/CVE-2026-12345');

  expect(status).toBe(200);
  expect(faultsOfPage(text)).toEqual([]);
  expect(text).toContain(
    'nixpkgs is affected in nixos-25.11, not in nixos-unstable. A fix is merged: #201, in a channel.',
  );
  expect(text).toMatch(/bring the fix to nixos-25\.11\..*<a href="\/issues\/101">issue 101<\/a>/s);
  expect(text).toMatch(/#201.*in a channel.*reached nixos-unstable/s);
});

describe('the page that says why', () => {
  it('finds a CVE by another id, and offers the versions of the channels', async () => {
    const { text } = await app.get('/why?package=python312Packages.harbour&cve=PYSEC-2026-1');

    expect(text).toContain('CVE-2026-12345 may affect python312Packages.harbour (no version given)');
    expect(text).toContain('href="/why?package=python312Packages.harbour&amp;version=2.3&amp;cve=PYSEC-2026-1"');
  });

  it.each([
    ['', 200, 'Ask about another'],
    ['?package=curl', 200, 'Ask about another'],
    ['?package=pkg:nonsense&cve=CVE-2026-12345', 400, 'pkg:nonsense is not a package URL'],
    ['?package=curl&cve=nonsense', 404, 'Nothing is known about nonsense in curl.'],
    [`?package=${encodeURIComponent(HOSTILE)}&cve=CVE-2026-12345`, 200, '&lt;/script&gt;&lt;img'],
    [`?package=${'a'.repeat(513)}&cve=CVE-2026-12345`, 400, 'Expected at most 512 characters'],
  ])('of %s is %i: %s', async (query, status, words) => {
    const page = await app.get(`/why${query}`);

    expect([page.status, faultsOfPage(page.text)]).toEqual([status, []]);
    expect(page.text).toContain(words);
  });

  it('is linked from the matches of a package and from the verdict of a CVE', async () => {
    const link = 'href="/why?package=';

    expect((await app.get('/package/python312Packages.harbour?version=2.3')).text).toContain(
      `${link}python312Packages.harbour&amp;version=2.3&amp;cve=CVE-2026-12345"`,
    );
    expect((await app.get('/CVE-2026-12345?version=2.3')).text).toContain(`${link}pkg%3Apypi%2Fharbour`);
  });
});

describe('a page that was kept', () => {
  const addresses = ['/status', '/issues', '/issues/101', '/package/python312Packages.harbour', '/CVE-2026-12345'];
  it.each(addresses)('tells times that are right whenever it is read: %s', async (address) => {
    const before = app.clock.now;
    const made = await app.get(`${address}?_=${before}`);
    app.clock.now += 50_000;
    const kept = await app.get(address);
    app.clock.now += 3_600_000;
    const later = await app.get(address);
    app.clock.now = before;

    expect([kept.headers.get('x-cache'), kept.headers.get('age')]).toEqual(['HIT', '50']);
    expect(later.headers.get('x-cache')).toBe('MISS');
    for (const { text } of [made, kept, later]) {
      expect(text).toMatch(/<time datetime="2026-[^"]*">\d+ \w{3} 2026, \d\d:\d\d UTC<\/time>/);
      expect(text).not.toMatch(/\bago\b(?!\.<)|less than a minute|(?:hour|minute|day)s? old/);
    }
  });
});
