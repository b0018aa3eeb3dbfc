import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeAggregates } from '../../src/ingest/compute-aggregates.ts';
import type { Db } from '../../src/store/database.ts';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { NO_SHIFT, shiftOf, watchShifts } from '../support/layout-shift.ts';
import { IDS } from '../support/worlds/cve-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';
import { checkedAt, putTracker } from '../support/worlds/tracker-rows.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
if (!hasChromium)
  console.log(`Skipping pages in a browser: ${executablePath} is absent; set CHROMIUM_PATH to run them.`);

const PATHS = [
  '/',
  '/search?q=harbour&severity=critical',
  '/issues',
  '/issues/101',
  '/nowhere/at-all',
  '/insights',
  '/insights/exploit-pressure',
  '/package/python312Packages.harbour',
  '/package/nobody-knows-it?version=1.0',
  '/compare',
  '/why',
  `/why?package=pkg:pypi/harbour&version=1.3&cve=${IDS.published}`,
  '/status',
  '/docs',
  '/docs/cve',
  '/guides/cli',
  ...['withdrawn', 'reserved', 'hostile', 'unknown'].map((name) => `/${IDS[name as keyof typeof IDS]}`),
  `/${IDS.published}?version=1.3`,
  `/${IDS.published}/history`,
];
/** Every page in every look takes minutes: `BROWSER_LOOKS=all npx vitest run packages/server/test/pages/browser.test.ts`. */
const ALL_LOOKS = process.env['BROWSER_LOOKS'] === 'all';
const TWO_LOOKS = [
  [360, 'dark'],
  [1280, 'light'],
] as const;
const LOOKS = ALL_LOOKS ? ([...TWO_LOOKS, [768, 'dark']] as const) : TWO_LOOKS;
/** The pages take turns. */
const isChecked = (path: string, width: number) => ALL_LOOKS || TWO_LOOKS[PATHS.indexOf(path) % 2]?.[0] === width;
/** The endpoints of the reference are all made by the same code: the first of a page is enough. */
const FIRST_OF_GROUP = `for (const other of document.querySelectorAll('article:not(:first-of-type)')) other.remove()`;

/** Longer than a line of a phone. */
const NOTICE = 'Made-up data: '.repeat(20).trim();

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** A package in two channels, an issue about it, a fix on its way, and what a worker makes of them. */
async function fillCollection(db: Db): Promise<void> {
  const entry = (version: string) => ({ pname: 'harbour', version, meta: { description: 'A place for ships' } });
  await projectionStore(db).put(
    'packages',
    {
      'nixos-25.11/python312Packages.harbour': entry('1.3'),
      'nixos-unstable/python312Packages.harbour': entry('1.5'),
    },
    new Date('2026-02-20T00:00:00Z'),
  );
  await putTracker(
    db,
    {
      issues: [{ number: 101, cves: [IDS.published], packages: ['python312Packages.harbour'], assignees: ['keeper'] }],
      pulls: [{ number: 201, closes: [101], createdAt: '2026-02-10T00:00:00.000Z' }],
      links: [[101, 201]],
      reached: [[201, 'nixos-unstable', '2026-02-15T00:00:00.000Z']],
      channels: [{ name: 'nixos-unstable' }, { name: 'nixos-25.11' }],
    },
    new Date('2026-02-20T00:00:00Z'),
  );
  await checkedAt(db, ['packages'], new Date('2026-02-20T00:00:00Z'));
  const computed = await computeAggregates(
    { db, now: () => new Date('2026-02-21T00:00:00Z') },
    AbortSignal.timeout(60_000),
  );
  expect(computed.map(({ name }) => name)).toContain('package-health');
}

describe.skipIf(!hasChromium)('pages in a browser', () => {
  let given: CveApp;
  let app: TestApp;
  let browser: Browser;
  /** Every path is opened in these two: a window takes longer to open than a page to load. */
  let checkedPage: Page;
  let plainPage: Page;
  beforeAll(async () => {
    given = await openCveApp({ now: () => Date.parse('2026-03-01T12:00:00Z'), notice: NOTICE });
    ({ app } = given);
    await fillCollection(given.db);
    const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
    const quiet = ['--disable-background-networking', '--disable-component-update'];
    browser = await chromium.launch({ executablePath, args: [...flags, ...quiet] });
    // The page's own policy forbids scripts; only the checker's may pass.
    const checked = await browser.newContext({ bypassCSP: true });
    checkedPage = await checked.newPage();
    await watchShifts(checkedPage);
    // As the first visit: what comes from the cache comes too early to shift anything.
    const network = await checked.newCDPSession(checkedPage);
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
    plainPage = await plain.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await given[Symbol.asyncDispose]();
  });

  it.each(PATHS)('%s shifts nothing while it loads, fits the screen and passes axe', async (path) => {
    const page = checkedPage;
    for (const [width, colorScheme] of LOOKS) {
      if (!isChecked(path, width)) continue;
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(app.url + path);

      expect([width, await shiftOf(page)]).toEqual([width, expect.toSatisfy((shift) => shift < NO_SHIFT)]);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect([width, overflow]).toEqual([width, 0]);
      if (path.startsWith('/docs/')) await page.evaluate(FIRST_OF_GROUP);
      await page.addScriptTag({ content: axe.source });
      const violations = await page.evaluate<Violation[]>(
        'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)',
      );
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)).toEqual([]);
    }
  });

  it.each(PATHS)('%s is read without scripts, asks nobody else and is small', async (path) => {
    const page = plainPage;
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url());
    page.on('request', note);

    const response = await page.goto(app.url + path);

    page.off('request', note);
    expect(asked).toEqual([app.url + path]);
    const sent = await fetch(app.url + path, { headers: { 'accept-encoding': 'gzip' } });
    expect(Number(sent.headers.get('content-length'))).toBeLessThan(100_000);
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(20);
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  });

  it('a phone has the navigation, the search and the notice in 120 px, and the whole notice when it is opened', async () => {
    await using context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(`${app.url}/issues`);

    const content = page.locator('.frame');
    expect((await content.boundingBox())?.y).toBeLessThanOrEqual(120);
    await page.locator('.notice summary').click();
    expect((await content.boundingBox())?.y).toBeGreaterThan(160);
  });

  it('the labels of a timeline do not cover each other', async () => {
    await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${app.url}/${IDS.published}#timeline`);

    await page.locator('.timeline').waitFor({ state: 'visible' });
    const boxes = await Promise.all((await page.locator('.timeline text').all()).map((label) => label.boundingBox()));
    const covering = boxes.flatMap((a, i) =>
      boxes.slice(i + 1).filter((b) => a !== null && b !== null && isCovering(a, b)),
    );
    expect(boxes.length).toBeGreaterThan(2);
    expect(covering).toEqual([]);
  });

  it('an issue takes two lines of a wide screen', async () => {
    await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${app.url}/issues`);

    const row = await page.locator('.issues tbody tr').first().boundingBox();
    expect(row?.height).toBeLessThan(72);
  });

  it('a CVE shows verdict, what to do, the fixed version and the box for a version on the first screen', async () => {
    await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${app.url}/${IDS.published}`);

    for (const selector of ['.call', '.ask button', '.actions > li:first-child .copy']) {
      const box = await page.locator(selector).first().boundingBox();
      expect([selector, box]).toEqual([selector, expect.toSatisfy((it) => it !== null && it.y + it.height <= 800)]);
    }
    expect(await page.locator('.call').innerText()).toMatch(
      /Critical, .*\. Upgrade harbour to 2\.0\.0\. 1\.4\.3 fixes this one but has CVE-2026-10002\./,
    );
  });

  it('a CVE tells by keyboard alone and without scripts whether a version is affected', async () => {
    await using context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${app.url}/${IDS.published}`);
    await page.locator('input[name=version]').focus();

    await page.keyboard.type('1.3');
    await page.keyboard.press('Enter');
    await page.waitForURL(/version=1\.3/);

    expect(await page.getByRole('status').innerText()).toContain('harbour 1.3 is affected');
  });

  it('a CVE has a command that is copied by keyboard, and is plain text without scripts', async () => {
    await using context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(`${app.url}/${IDS.published}`);
    const place = page.locator('.copy').first();
    await place.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await place.locator('.copier', { hasText: 'Copied' }).waitFor();
    await using plain = await browser.newContext({ javaScriptEnabled: false });
    const read = await plain.newPage();
    await read.goto(`${app.url}/${IDS.published}`);

    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^pip install "harbour>=/);
    expect(await read.locator('.copy code').first().innerText()).toMatch(/^pip install/);
    expect(await read.locator('.copier').first().isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });

  it('the first page has what needs attention and the search on the first screen', async () => {
    await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(app.url);

    for (const selector of ['.call', '.big-search button', '#first', '.results > li']) {
      const box = await page.locator(selector).first().boundingBox();
      expect([selector, box]).toEqual([selector, expect.toSatisfy((it) => it !== null && it.y + it.height <= 800)]);
    }
  });

  it('a package shows what it is, the verdict and the box for a version on the first screen', async () => {
    await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${app.url}/package/python312Packages.harbour`);

    for (const selector of ['.title', '.call', '.ask button', '.matrix']) {
      const box = await page.locator(selector).first().boundingBox();
      expect([selector, box]).toEqual([selector, expect.toSatisfy((it) => it !== null && it.y + it.height <= 800)]);
    }
  });

  it('the reference is filtered as one types, without a request', async () => {
    await using context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${app.url}/docs`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.locator('#find').focus();

    await page.keyboard.type('get epssmin');
    const [rows, groups, told] = [
      await page.locator('.endpoints tr:visible a').allInnerTexts(),
      await page.locator('.endpoints:visible').count(),
      await page.locator('#found').innerText(),
    ];
    await page.keyboard.type(' nothing-has-this');

    expect([rows, groups, told]).toEqual([['/search'], 1, expect.stringMatching(/^1 of \d\d endpoints$/)]);
    expect(await page.locator('#found-none').isVisible()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('an endpoint is found under the address that it had when the reference was one page', async () => {
    await using context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${app.url}/docs#getDossier`);
    await page.waitForURL(/\/docs\/cve#getDossier$/);
    await using plain = await browser.newContext({ javaScriptEnabled: false });
    const read = await plain.newPage();
    await read.goto(`${app.url}/docs#getDossier`);

    expect(await page.locator('#getDossier').innerText()).toContain('/cve/{id}/dossier');
    expect(await read.locator('#getDossier').getAttribute('href')).toBe('/docs/cve#getDossier');
    expect(await read.locator('#find').isVisible()).toBe(false);
  });

  it('an address opens the folded part that it names', async () => {
    await using context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${app.url}/${IDS.published}#timeline`);

    expect(await page.locator('#timeline').isVisible()).toBe(true);
    expect(await page.locator('#sources').isVisible()).toBe(false);
  });
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function isCovering(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
