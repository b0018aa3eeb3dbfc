import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../src/http/routes/index.ts';
import type { TestApp } from '../support/app.ts';
import { faultsOfPage } from '../support/page-faults.ts';
import { openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';

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
        },
        SEEN,
      );
      await store.put(
        'packages',
        {
          'nixos-25.11/python312Packages.harbour': entry('harbour', '2.3', 'A place for ships'),
          'nixos-unstable/python312Packages.harbour': entry('harbour', '2.4', 'A place for ships'),
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
});
afterAll(() => given[Symbol.asyncDispose]());

describe('the page of a package', () => {
  it('tells channel by channel what its version comes to, and why', async () => {
    const { status, text } = await app.get('/package/python312Packages.harbour');

    expect(status).toBe(200);
    expect(faultsOfPage(text)).toEqual([]);
    const rows = text.match(/<tr role="row">.*?<\/tr>/gs) ?? [];
    expect(rows.find((row) => row.includes('nixos-25.11'))).toMatch(/2\.3.*>affected</s);
    expect(rows.find((row) => row.includes('nixos-unstable'))).toMatch(/2\.4.*>not affected</s);
    for (const part of ['CVE-2026-12345', 'A place for ships', 'keeper', '/api/v1/evidence/'])
      expect(text).toContain(part);
  });

  it('leads to the issue in which the fix is followed, and not to bytes that are not given out', async () => {
    const { text } = await app.get('/package/python312Packages.harbour?version=2.3');

    expect(text).toMatch(/In the collection: <a href="\/issues\/101">#101<\/a>/);
    expect(text).toMatch(/nixpkgs tracker <a href="\/issues\/101">#101<\/a><\/dt>/);
  });

  it('is no better than the worst that goes by the name', async () => {
    const { text } = await app.get('/package/harbour');

    expect(text).toContain('python312Packages.harbour 2.3: affected');
  });

  it('answers for the version that is asked for', async () => {
    const { text } = await app.get('/package/python312Packages.harbour?version=2.4.1');

    expect(text).toContain('python312Packages.harbour 2.4.1: not affected');
  });

  it('never shows what it does not know as clean', async () => {
    const { status, text } = await app.get('/package/nobody-knows-it?version=1.0');

    expect(status).toBe(200);
    expect(text).toContain('nobody-knows-it 1.0: unknown');
    expect(text).not.toContain('not affected.');
    expect(faultsOfPage(text)).toEqual([]);
  });

  it.each(['%40scope%2Fname', '__proto__', encodeURIComponent(HOSTILE), 'a'.repeat(512)])(
    'takes %s for a name',
    async (name) => {
      const { status, text } = await app.get(`/package/${name}`);

      expect(status).toBe(200);
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
    expect(text).toContain('no source has a record of it');
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
    expect(text).toContain('2 issues');
    expect(text).toContain('href="/CVE-2026-12345"');
    expect(text).toContain('href="/package/python312Packages.harbour"');
    expect(text).toContain('#201');
    expect(text).not.toContain('<img');
  });

  it.each([
    ['status=closed', 'CVE-2026-99999', 'CVE-2026-12345'],
    ['hasFix=true', 'CVE-2026-12345', 'CVE-2026-99999'],
    ['package=python312packages.HARBOUR', 'CVE-2026-12345', 'CVE-2026-99999'],
  ])('with %s shows those alone', async (query, shown, left) => {
    const { text } = await app.get(`/issues?${query}`);

    expect(text).toContain(shown);
    expect(text).not.toContain(left);
  });

  it('says what is wrong with a filter', async () => {
    const { status, text } = await app.get('/issues?severity=grave');

    expect(status).toBe(400);
    expect(text).toContain('expected critical, high, medium, low or unknown');
  });
});

it('the page of a CVE tells how the collection stands to it, and how far its fix has come', async () => {
  const { status, text } = await app.get('/CVE-2026-12345');

  expect(status).toBe(200);
  expect(faultsOfPage(text)).toEqual([]);
  expect(text).toContain(
    'The collection is affected in nixos-25.11, not in nixos-unstable. A fix is merged there: #201, in a channel.',
  );
  expect(text).toMatch(/bring the fix to nixos-25\.11\..*<a href="\/issues\/101">issue 101<\/a>/s);
  expect(text).toMatch(/#201.*in a channel.*reached nixos-unstable/s);
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
