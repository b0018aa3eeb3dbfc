import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import type { TestApp } from '../support/app.ts';
import { faultsOfPage as allFaults } from '../support/page-faults.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd', 'packages', 'nixpkgs', 'kev', 'epss'] as const;
const HARBOUR = 'python312Packages.harbour';
const HOSTILE = '<img src=x onerror=alert(1)>';

const entry = (name: string, version: string) => ({
  name: `${name}-${version}`,
  pname: name,
  version,
  meta: { maintainers: [{ github: 'keeper' }] },
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
          }),
          osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'lamp', fixed: '1.0.1' }], {
            aliases: ['CVE-2026-22222'],
          }),
        ),
        SEEN,
      );
      await store.put(
        'packages',
        { [`nixos-25.11/${HARBOUR}`]: entry('harbour', '2.3'), [`nixos-unstable/${HARBOUR}`]: entry('harbour', '2.4') },
        SEEN,
      );
      for (const source of SOURCES) await wasRead(db, source);
    },
    // What is slow here is the machine.
    { pages: PAGES, settings: { deadlineMs: 30_000 } },
  );
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

const LIST = `${HARBOUR},pkg:npm/lamp@1.0.0,pkg:npm/quiet@1.0.0,nobody,nobody-else`;

/** But for the page's own script. */
function faultsOfPage(text: string): string[] {
  return allFaults(text).filter(
    (fault) => !/^unexpected <script type="module" src="\/assets\/my-[\w-]{16}\.js">$/.test(fault),
  );
}

/** The texts of the cells of every row below a heading. */
function rowsUnder(text: string, id: string): string[] {
  const [, after = ''] = text.split(`id="${id}"`);
  const [section = ''] = after.split('</section>', 1);
  return (section.match(/<tr role="row">.*?<\/tr>/gs) ?? []).slice(1).map((row) => row.replaceAll(/<[^>]+>/g, ' '));
}

describe('the page of a list', () => {
  it('tells what needs attention, why, what fixes it and since when, without scripts', async () => {
    const { status, text } = await app.get(`/my?packages=${LIST}`);

    expect([status, faultsOfPage(text)]).toEqual([200, []]);
    expect(text).toContain('2 of 5 packages need attention, 2 could not be checked.');
    const rows = rowsUnder(text, 'attention');
    expect(rows).toHaveLength(2);
    const harbour = rows.find((row) => row.includes('harbour')) ?? '';
    for (const part of [
      '2.3',
      'nixos-25.11',
      'affected',
      'CVE-2026-12345',
      'Upgrade python312Packages.harbour to 2.4.',
      '1 Sep 2026',
    ])
      expect(harbour).toContain(part);
    expect(rows.find((row) => row.includes('lamp'))).toContain('npm install lamp@1.0.1');
  });

  it('puts equal unknowns into one row, and names what nothing is known against', async () => {
    const { text } = await app.get(`/my?packages=${LIST}`);

    const unknown = rowsUnder(text, 'unknown');
    expect(unknown).toHaveLength(1);
    expect(unknown[0]).toMatch(/nobody\b.*nobody-else.*Check the spelling/s);
    const calm = rowsUnder(text, 'calm');
    expect(calm).toHaveLength(2);
    expect(calm[0]).toMatch(/no known vulnerability.*quiet/s);
    expect(calm[1]).toMatch(/not affected.*harbour.*2\.4/s);
  });

  it('says what to write instead of a name that the collection does not have', async () => {
    const { text } = await app.get('/my?packages=lamp,harbor');

    const unknown = rowsUnder(text, 'unknown').join('\n');
    expect(rowsUnder(text, 'calm')).toEqual([]);
    expect(unknown).toMatch(/lamp.*nixpkgs has no package of this name.*pkg:npm\/lamp@VERSION/s);
    expect(unknown).toContain(`Similar names in nixpkgs: ${HARBOUR}`);
  });

  it('says how old the evidence is, and how many sources are up to date', async () => {
    const { text } = await app.get(`/my?packages=${LIST}`);

    expect(text).toMatch(/Records as of <time datetime="2026-11-15T08:00:00\.000Z">/);
    expect(text).toMatch(/8 of \d+ sources<\/a> are up to date/);
  });

  it('leads to feeds and a badge of exactly this list', async () => {
    const { text } = await app.get(`/my?packages=${LIST}`);

    const links = [...text.matchAll(/href="(\/my\/[^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
    expect(links).toHaveLength(2);
    for (const link of links) expect((await app.get(link)).status).toBe(200);
    expect(text).toContain(`http://api.test/my/badge.svg?packages=${LIST}`);
  });

  it('shows the packages of a maintainer', async () => {
    const { text } = await app.get('/my?maintainer=keeper');
    const { status, text: none } = await app.get('/my?maintainer=nobody');

    expect(text).toContain('Packages of keeper');
    expect(rowsUnder(text, 'attention')).toHaveLength(1);
    expect([status, faultsOfPage(none)]).toEqual([200, []]);
    expect(none).toContain('No nixpkgs package lists nobody as a maintainer');
  });

  it('without a list is a form, and sets no cookie', async () => {
    const { status, text, headers } = await app.get('/my');

    expect([status, faultsOfPage(text), headers.get('set-cookie')]).toEqual([200, [], null]);
    expect(text).toMatch(/<textarea[^>]* name="packages"/);
  });

  it('takes what a text area sends, under one address', async () => {
    const response = await fetch(`${app.url}/my?packages=curl%0D%0A+openssl%40%33%0D%0Acurl&maintainer=`, {
      redirect: 'manual',
    });

    expect([response.status, response.headers.get('location')]).toEqual([302, '/my?packages=curl,openssl@3']);
  });

  it('shows text of the address as text', async () => {
    const { text } = await app.get(`/my?packages=${encodeURIComponent(HOSTILE.replaceAll(' ', '/'))}`);
    const { text: other } = await app.get(`/my?maintainer=${encodeURIComponent(HOSTILE)}`);

    expect(`${text}${other}`).not.toContain('<img src=x');
    expect(`${text}${other}`).not.toContain('<img/src');
  });

  it('refuses a list that does not fit, with what to do instead', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `p${i}`).join(',');

    const response = await fetch(`${app.url}/my?packages=${many}`, { headers: { accept: 'text/html' } });
    const text = await response.text();

    expect(response.status).toBe(400);
    expect(text).toContain('names 101 packages (maximum 100 in a URL)');
    expect(text).toContain('/my#packages=');
  });
});

describe('what entered a list since yesterday', () => {
  const HOUR = 3_600_000;
  const AGO = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
  const says = (id: string, name: string, cve: string, published: string) =>
    osvSays(id, [{ ecosystem: 'npm', name, fixed: '2.0.0' }], { aliases: [cve], published });
  let news: PackageApp;
  beforeAll(async () => {
    news = await openPackageApp(
      ROUTES,
      async (store, db) => {
        await store.put(
          'osv',
          byId(
            says('GHSA-aaaa-aaaa-0001', 'oar', 'CVE-2026-30001', '2026-10-01T00:00:00Z'),
            osvSays('PYSEC-2026-9', [{ ecosystem: 'PyPI', name: 'harbour', fixed: '2.4' }], {
              aliases: ['CVE-2026-30003'],
              published: '2026-09-01T00:00:00Z',
            }),
          ),
          SEEN,
        );
        await store.put('packages', { [`nixos-unstable/${HARBOUR}`]: entry('harbour', '2.4') }, SEEN);
        for (const source of SOURCES) await wasRead(db, source, { at: SEEN });
        // An old CVE of which a record about the package comes late, and a channel that goes back to an affected version.
        await store.put(
          'osv',
          byId(says('GHSA-aaaa-aaaa-0002', 'oar', 'CVE-2020-30002', '2020-01-01T00:00:00Z')),
          AGO(2),
        );
        await store.put('packages', { [`nixos-unstable/${HARBOUR}`]: entry('harbour', '2.3') }, AGO(3));
        for (const source of SOURCES) await wasRead(db, source);
      },
      { pages: PAGES },
    );
  });
  afterAll(() => news[Symbol.asyncDispose]());

  it('is named at the top of the page, whatever the age of the CVE', async () => {
    const { text } = await news.app.get(`/my?packages=pkg:npm/oar@1.0.0,${HARBOUR}`);

    expect(text).toMatch(/New since yesterday: CVE-2020-30002 in oar 1\.0\.0, CVE-2026-30003 in \S+harbour 2\.3\./);
  });

  it('comes first in the feed of the list, dated when it entered', async () => {
    const { body } = await news.app.get(`/my/feed.json?packages=pkg:npm/oar@1.0.0,${HARBOUR}`);

    const items = (body as unknown as { items: { title: string; date_published: string }[] }).items;
    expect(items.map(({ title, date_published }) => [title.split(' ')[2], date_published])).toEqual([
      ['CVE-2020-30002', AGO(2).toISOString()],
      ['CVE-2026-30003', AGO(3).toISOString()],
      ['CVE-2026-30001', '2026-10-01T00:00:00.000Z'],
    ]);
  });

  it('comes first in the feed of the package', async () => {
    const { text } = await news.app.get('/api/v1/feed/atom?package=oar');

    const ids = [...text.matchAll(/<entry><id>[^<]*\/(CVE-[\d-]+)</g)].map(([, id]) => id);
    expect(ids).toEqual(['CVE-2020-30002', 'CVE-2026-30001']);
    expect(text).toContain(`<published>${AGO(2).toISOString()}</published>`);
  });

  it('is nothing for a list without news', async () => {
    const { text } = await news.app.get('/my?packages=pkg:npm/quiet@1.0.0');

    expect(text).toContain('Nothing new since yesterday.');
  });
});

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
if (!hasChromium)
  console.log(`Skipping lists in a browser: ${executablePath} is absent; set CHROMIUM_PATH to run them.`);

describe.skipIf(!hasChromium)('a list in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  });
  afterAll(() => browser.close());

  async function visit(path: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const posts: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(`${new URL(request.url()).pathname} ${request.postData()}`);
      if (!request.url().startsWith(app.url)) faults.push(request.url());
    });
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(app.url + path);
    return { page, posts, faults, [Symbol.asyncDispose]: () => context.close() };
  }

  const lockfileOf = (packages: Readonly<Record<string, string>>) =>
    JSON.stringify({
      lockfileVersion: 3,
      packages: Object.fromEntries(
        Object.entries(packages).map(([name, version]) => [`node_modules/${name}`, { version }]),
      ),
    });
  const give = (page: Page, text: string) =>
    page.setInputFiles('#my-file', { name: 'package-lock.json', mimeType: 'text/plain', buffer: Buffer.from(text) });

  it('that is too long for an address is in the fragment and asked about in parts', async () => {
    const names = Array.from({ length: 120 }, (_, i) => `name-${i}`);
    await using list = await visit(`/my#packages=pkg:npm/lamp@1.0.0,${names.join(',')}`);
    const { page, posts, faults } = list;

    await page.locator('#my-status', { hasText: 'longer than an address' }).waitFor();

    expect(await page.textContent('#my-sentence')).toBe(
      '1 of 121 packages needs attention, 120 could not be checked. Nothing new since yesterday.',
    );
    expect(await page.locator('#my-rows section').first().innerText()).toMatch(
      /lamp 1\.0\.0.*CVE-2026-22222.*1\.0\.1/s,
    );
    expect(posts.map((each) => each.split(' ', 1)[0])).toEqual(['/api/v1/my', '/api/v1/my']);
    expect(await page.textContent('#my-age')).toMatch(/^As of 2026-11-15 08:00 UTC/);
    expect(faults).toEqual([]);
  });

  it('that is written into the form gets an address', async () => {
    await using list = await visit('/my');
    const { page, posts, faults } = list;

    await page.fill('#packages', 'pkg:npm/lamp@1.0.0\nnobody');
    await page.getByRole('button', { name: 'Show my packages' }).click();
    await page.waitForURL('**/my?packages=pkg:npm/lamp@1.0.0,nobody');

    expect(await page.textContent('.sentence >> visible=true')).toContain('1 of 2 packages needs attention');
    expect([posts, faults]).toEqual([[], []]);
  });

  it('of a lockfile that is dropped gets an address; a long one stays in the browser', async () => {
    await using short = await visit('/my');
    await give(short.page, lockfileOf({ lamp: '1.0.0', quiet: '1.0.0' }));
    await short.page.waitForURL('**/my?packages=pkg:npm/lamp@1.0.0,pkg:npm/quiet@1.0.0');
    await using long = await visit('/my');
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`p${i}`, '1.0.0']));
    await give(long.page, lockfileOf(many));
    await long.page.locator('#my-status', { hasText: 'longer than an address' }).waitFor();

    expect(long.posts).toHaveLength(1);
    expect(new URL(long.page.url()).search).toBe('');
    expect([...short.faults, ...long.faults]).toEqual([]);
  });

  it('of a file with entries that cannot be asked about is not shown before that is said', async () => {
    await using list = await visit('/my');
    const { page } = list;
    const components = [
      { type: 'library', name: 'ours', version: '2' },
      { type: 'library', name: 'lamp', version: '1.0.0', purl: 'pkg:npm/lamp@1.0.0' },
    ];
    const bom = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components });

    await page.setInputFiles('#my-file', { name: 'bom.json', mimeType: 'text/plain', buffer: Buffer.from(bom) });
    await page.locator('#my-status', { hasText: '1 entry of the file cannot' }).waitFor();

    expect(await page.inputValue('#packages')).toBe('pkg:npm/lamp@1.0.0');
  });

  it.each([
    [`/my?packages=${LIST}`, 360, 'dark'],
    [`/my?packages=${LIST}`, 1280, 'light'],
    ['/my', 360, 'light'],
  ] as const)('%s at %i in %s passes axe and does not scroll sideways', async (path, width, colorScheme) => {
    await using list = await visit(path, { viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
    const { page } = list;
    await page.addScriptTag({ content: axe.source });

    const violations = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
      'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)',
    );

    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });
});
