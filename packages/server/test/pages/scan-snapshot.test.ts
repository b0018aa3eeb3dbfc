import { existsSync, readFileSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserCode } from '../../src/app/browser-code.ts';
import { NO_SHIFT, shiftOf, watchShifts } from '../support/layout-shift.ts';
import { NOW } from '../support/worlds/package-world.ts';
import { openSnapshotWorld, type SnapshotWorld } from '../support/worlds/snapshot-world.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
if (!hasChromium) console.log(`Skipping snapshots on the scan page: ${executablePath} is absent; set CHROMIUM_PATH.`);

const LOCKFILE = JSON.stringify({
  name: 'made-up',
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { harbour: '^1.0.0', lamp: '^2.0.0' } },
    'node_modules/harbour': { version: '1.0.0' },
    'node_modules/anchor': { version: '1.0.0' },
    'node_modules/lamp': { version: '2.0.0' },
    'node_modules/nobody-knows': { version: '1.0.0', dev: true },
  },
});
const FILES: [name: string, text: string][] = [
  ['package-lock.json', LOCKFILE],
  ['requirements.txt', 'left==1.0\nright==1.0\n'],
];
/** Made before anchor was exploited. */
const DECISION = `version = 1

[[decision]]
vulnerability = "CVE-2026-54321"
package = "pkg:npm/anchor"
status = "not_affected"
justification = "vulnerable_code_not_in_execute_path"
reason = "It is not called."
author = "ada"
decided = 2026-11-10
expires = 2027-01-14

[decision.evidence]
affected = "< 1.0.1"
severity = "high"
exploited = false
records = []
`;
const REFUSED = ['0', '4', '0', '0', '4'];

let world: SnapshotWorld;
beforeAll(async () => {
  world = await openSnapshotWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => {
  world.server.replaced.clear();
  world.server.asked.length = 0;
});

describe('the scan page as it is sent where snapshots are published', () => {
  it('lets one worker alone reach them; the page and what reads files reach nobody new', async () => {
    const { app } = world.given;
    const { text, headers } = await app.get('/scan');
    const paths = [...new Set(text.match(/\/assets\/[\w-]+\.js/g) ?? [])];
    const scripts = await Promise.all(paths.map((path) => app.get(path)));

    expect(headers.get('content-security-policy')).toContain("connect-src 'self';");
    expect(paths.map((path) => path.replace(/-[\w-]{16}\.js$/, ''))).toEqual([
      '/assets/scan',
      '/assets/scan-worker',
      '/assets/snapshot-worker',
    ]);
    expect(scripts.map((script) => script.headers.get('content-security-policy'))).toEqual([
      "default-src 'none'; frame-ancestors 'none'",
      "default-src 'none'; frame-ancestors 'none'",
      `default-src 'none'; connect-src ${world.server.url}; frame-ancestors 'none'`,
    ]);
    const bytes = scripts.map((script) => Number(script.headers.get('content-length')));
    console.log(
      `scan page: its script ${bytes[0]} B, the worker ${bytes[1]} B, the snapshot's ${bytes[2]} B, all packed`,
    );
    for (const each of bytes) expect(each).toBeLessThan(100_000);
  });

  it('names the worker otherwise where it may reach another place: its answer is kept for a year', async () => {
    const [one, other, none] = [
      await openBrowserCode('https://one.example/s').read(),
      await openBrowserCode('https://other.example').read(),
      await openBrowserCode(null).read(),
    ];

    const names = [one, other, none].map((scripts) => scripts.snapshotWorker.path);
    expect(new Set(names).size).toBe(3);
    expect([one, other, none].map((scripts) => scripts.snapshotWorker.reaches)).toEqual([
      'https://one.example',
      'https://other.example',
      null,
    ]);
    expect(one.page.path).toBe(other.page.path);
  });
});

describe.skipIf(!hasChromium)('a scan that the browser answers from a snapshot', () => {
  let browser: Browser;
  beforeAll(async () => {
    const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
    const quiet = ['--disable-background-networking', '--disable-component-update'];
    browser = await chromium.launch({ executablePath, args: [...flags, ...quiet] });
  });
  afterAll(() => browser.close());

  interface Visit extends AsyncDisposable {
    readonly context: BrowserContext;
    readonly page: Page;
    /** Every request, with what was sent. */
    readonly asked: string[];
    readonly faults: string[];
  }

  async function visit(options: BrowserContextOptions = {}, now = NOW): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const asked: string[] = [];
    const faults: string[] = [];
    context.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load')) faults.push(message.text());
    });
    await page.clock.setFixedTime(now);
    await watchShifts(page);
    await page.goto(`${world.given.app.url}/scan`);
    return { context, page, asked, faults, [Symbol.asyncDispose]: () => context.close() };
  }

  const choose = (page: Page, who: 'service' | 'snapshot') => page.check(`input[name=answers][value=${who}]`);
  const give = (page: Page, ...files: typeof FILES) =>
    page.setInputFiles(
      '#choose',
      files.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  const said = (page: Page, words: RegExp) => page.locator('#status', { hasText: words }).waitFor();
  const tiles = async (page: Page) =>
    Promise.all(
      ['affected', 'unknown', 'none_known', 'not_affected', 'all'].map((tile) => page.textContent(`#tile-${tile}`)),
    );
  const shown = async (page: Page) => {
    await page.locator('.tile.all').click();
    return {
      tiles: await tiles(page),
      headline: await page.textContent('#headline'),
      rows: await page.locator('#rows > tr').allInnerTexts(),
      coverage: await page.textContent('#coverage'),
    };
  };
  const exported = async (page: Page) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-export=openvex]')]);
    const { '@id': _, ...document } = JSON.parse(readFileSync(await download.path(), 'utf8')) as Record<
      string,
      unknown
    >;
    return document;
  };

  it('shows what the service would, and sends no package URL to anybody', async () => {
    await using scan = await visit();
    const { page, asked, faults } = scan;
    await choose(page, 'snapshot');
    const logged = world.given.app.logged.length;
    await give(page, ...FILES);
    await said(page, /^Done: 6/);
    const [local, vex] = [await shown(page), await exported(page)];
    await page.locator('details.proof > summary').first().click();
    await page.locator('dl.proof').first().waitFor();
    const proof = await page.locator('details.proof .evidence').first().innerText();

    expect(local.tiles).toEqual(['3', '0', '2', '1', '6']);
    expect(await page.textContent('#answered-by')).toMatch(
      /^Answered in this browser by the snapshot of 2026-11-15 08:00 UTC \(almanac\.example\/log\), to be used until 2026-11-17 08:00 UTC\./,
    );
    expect(proof).toMatch(/GHSA-[^]*What would overturn it/);
    const isFile = (path: string) => /^(checkpoint|tile\/[\w./]+|object\/\w\w\/\w{64})$/.test(path);
    expect(world.server.asked.filter((path) => !isFile(path))).toEqual([]);
    expect(world.server.asked.length).toBeGreaterThan(5);
    // What the worker reads is seen here, so whatever else it sent would be.
    expect(asked).toContain(`GET ${world.server.url}/checkpoint `);
    const elsewhere = asked.filter((request) => !request.startsWith(`GET ${world.server.url}/`));
    expect(
      elsewhere.map((request) => request.slice(world.given.app.url.length + 4).replace(/-[\w-]{16}\.js/, '')),
    ).toEqual(['/scan ', '/assets/scan ', '/assets/scan-worker ', '/assets/snapshot-worker ']);
    expect(world.given.app.logged.slice(logged).join('\n')).not.toMatch(/harbour|pkg:|POST/);

    await choose(page, 'service');
    await page.locator('#plan .steps').waitFor();
    const online = await shown(page);
    expect(await exported(page)).toEqual(vex);
    expect(local).toEqual(online);
    expect(await page.locator('#answered-by').isVisible()).toBe(false);
    expect(asked.filter((request) => request.startsWith('POST')).join('\n')).toContain('pkg:npm/harbour@1.0.0');
    expect(faults).toEqual([]);
  });

  it('asks the snapshot whether what is decided about is exploited', async () => {
    await using scan = await visit();
    const { page, asked } = scan;
    await choose(page, 'snapshot');
    await give(page, ['package-lock.json', LOCKFILE]);
    await said(page, /^Done/);
    const buffer = Buffer.from(DECISION);
    await page.setInputFiles('#decisions', { name: 'almanac.toml', mimeType: 'text/plain', buffer });
    await page.locator('#rows', { hasText: 'It is now known to be exploited.' }).waitFor();

    expect(asked.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  it.each<[string, (path: string, bytes: Buffer) => Buffer | null, string]>([
    ['altered', (_, bytes) => Buffer.from(bytes.map((byte, i) => (i === 30 ? byte ^ 1 : byte))), 'object_altered'],
    ['missing', () => null, 'object_missing'],
  ])('refuses a shard that is %s, says why, and shows nothing as clean', async (_name, change, code) => {
    await using first = await visit();
    await choose(first.page, 'snapshot');
    await give(first.page, ['package-lock.json', LOCKFILE]);
    await said(first.page, /^Done/);
    const [shard = ''] = world.server.asked.filter((path) => path.startsWith('object/')).slice(2);
    const bytes = Buffer.from(await (await fetch(`${world.server.url}/${shard}`)).arrayBuffer());
    world.server.replaced.set(shard, change(shard, bytes));

    await using scan = await visit();
    const { page } = scan;
    await choose(page, 'snapshot');
    await give(page, ['package-lock.json', LOCKFILE]);
    await said(page, /could not be asked about: unknown/);

    expect(await tiles(page)).toEqual(REFUSED);
    expect(await page.textContent('#headline')).toBe('None of 4 components could be checked');
    expect(await page.locator('#refused code').innerText()).toBe(code);
    expect(await page.locator('#rows').innerText()).toContain(code);
    expect(await page.locator('#coverage').innerText()).toBe('');

    world.server.replaced.clear();
    await page.click('#retry');
    await said(page, /^Done/);
    expect([await tiles(page), await page.locator('#refused').isVisible()]).toEqual([['2', '0', '1', '1', '4'], false]);
  });

  it('refuses one that is past its time, and one that cannot be reached', async () => {
    await using late = await visit({}, new Date(NOW.getTime() + 49 * 3_600_000));
    await choose(late.page, 'snapshot');
    await give(late.page, ['package-lock.json', LOCKFILE]);
    await said(late.page, /could not be asked about/);
    expect([await tiles(late.page), await late.page.locator('#refused code').innerText()]).toEqual([
      REFUSED,
      'snapshot_expired',
    ]);

    await using cut = await visit();
    await cut.context.route(`${world.server.url}/**`, (route) => route.abort());
    await choose(cut.page, 'snapshot');
    await give(cut.page, ['package-lock.json', LOCKFILE]);
    await said(cut.page, /could not be asked about/);
    expect([await tiles(cut.page), await cut.page.locator('#refused code').innerText()]).toEqual([
      REFUSED,
      'snapshot_unreachable',
    ]);
  });

  it('remembers the log, and refuses one that is rolled back or forked', async () => {
    await using scan = await visit();
    const { page } = scan;
    const old = Buffer.from(await (await fetch(`${world.server.url}/checkpoint`)).arrayBuffer());
    await world.publish();
    const again = async () => {
      await page.reload();
      await choose(page, 'snapshot');
      await give(page, ['package-lock.json', LOCKFILE]);
      await said(page, /^(Done|4 packages could not)/);
      return page.locator('#refused').innerText();
    };
    expect(await again()).toBe('');

    world.server.replaced.set('checkpoint', old);
    expect(await again()).toContain('log_rolled_back');
    world.server.replaced.clear();
    expect(await again()).toBe('');
    await page.evaluate(
      `localStorage.setItem('almanac-snapshot-log', localStorage.getItem('almanac-snapshot-log').replace(/[0-9a-f]{8}"\\]$/, '00000000"]'))`,
    );
    expect(await again()).toContain('log_forked');
    expect(await tiles(page)).toEqual(REFUSED);
  });

  it('works where the browser keeps nothing, and says so', async () => {
    await using scan = await visit();
    const { page, faults } = scan;
    await page.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })`,
    );
    await page.reload();
    await choose(page, 'snapshot');
    await give(page, ['package-lock.json', LOCKFILE]);
    await said(page, /^Done/);

    expect(await page.textContent('#answered-by')).toContain('This browser keeps nothing');
    expect(faults).toEqual([]);
  });

  it('stops when told, and starts over', async () => {
    await using scan = await visit();
    const { page } = scan;
    let go = () => {};
    world.server.before = () => new Promise<void>((resolve) => (go = resolve));
    await choose(page, 'snapshot');
    await give(page, ['package-lock.json', LOCKFILE]);
    await said(page, /^Asking/);
    await page.click('#stop');
    await said(page, /^Stopped/);
    world.server.before = () => {};
    go();

    expect([await tiles(page), await page.textContent('#wait')]).toEqual([REFUSED, '']);
    await page.click('#clear');
    await give(page, ['package-lock.json', LOCKFILE]);
    await said(page, /^Done/);
    expect(await tiles(page)).toEqual(['2', '0', '1', '1', '4']);
  });

  it.each([
    [390, 'dark'],
    [1280, 'light'],
  ] as const)('passes axe, stays on the screen and stands still, %i wide in %s', async (width, colorScheme) => {
    await using scan = await visit({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
    const { page } = scan;
    await page.locator('#drop').waitFor();
    const shift = await shiftOf(page);
    await page.addScriptTag({ content: axe.source });
    const violations = () =>
      page.evaluate<string[]>(
        `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`,
      );
    const beside = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

    await choose(page, 'snapshot');
    const empty = await violations();
    await give(page, ...FILES);
    await said(page, /^Done/);
    const answered = [await violations(), await beside()];
    world.server.replaced.set('checkpoint', null);
    await page.click('#clear');
    await give(page, ...FILES);
    await said(page, /could not be asked about/);

    expect(shift).toBeLessThan(NO_SHIFT);
    expect([empty, ...answered, await violations(), await beside()]).toEqual([[], [], 0, [], 0]);
  });
});
