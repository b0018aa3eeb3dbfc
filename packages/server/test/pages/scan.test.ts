import { existsSync, readFileSync } from 'node:fs';
import { readLockfile } from '@almanac/core/lockfiles';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusArchive, hasCorpus } from '../../../../test/corpus.ts';
import { openBrowserCode } from '../../src/app/browser-code.ts';
import { validateSbom } from '../../src/app/sbom/validate.ts';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { type ExportFormat } from '../../src/web/browser/messages.ts';
import type { TestApp } from '../support/app.ts';
import { NO_SHIFT, shiftOf, watchShifts } from '../support/layout-shift.ts';
import { faultsOfPage } from '../support/page-faults.ts';
import { madeKev } from '../support/worlds/finding-world.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
if (!hasChromium) console.log(`Skipping the scan page in a browser: ${executablePath} is absent; set CHROMIUM_PATH.`);

const HOSTILE = '<img src=x onerror=alert(1)>';

/** Affected, not affected, unknown to all, of no kind that is covered, and a name that is markup. */
const LOCKFILE = JSON.stringify({
  name: 'made-up',
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { harbour: '^1.0.0', lamp: '^2.0.0' } },
    'node_modules/harbour': { version: '1.0.0' },
    'node_modules/lamp': { version: '2.0.0' },
    'node_modules/nobody-knows': { version: '1.0.0', dev: true },
  },
});
const NESTED = JSON.stringify({
  name: 'made-up',
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { lamp: '^2.0.0' } },
    'node_modules/lamp': { version: '2.0.0', dependencies: { anchor: '^1.0.0' } },
    'node_modules/anchor': { version: '1.0.0' },
    'node_modules/harbour': { version: '1.0.0' },
  },
});
const BOM = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [
    {
      type: 'library',
      name: 'harbour',
      version: '1.0.0',
      purl: 'pkg:npm/harbour@1.0.0?download_url=https://secret.example',
    },
    { type: 'library', name: HOSTILE, version: HOSTILE, purl: 'pkg:generic/thing@1' },
    { type: 'library', name: 'no purl', version: '1' },
  ],
});

const EPSS_DAY =
  '#model_version:v2025.03.14,score_date:2026-10-31T00:00:00+0000\ncve,epss,percentile\nCVE-2026-54321,0.42,0.97\n';

let given: PackageApp;
let app: TestApp;
beforeAll(async () => {
  given = await openPackageApp(
    ROUTES,
    async (store, db) => {
      const records = [
        osvSays('GHSA-harb-our1-xxxx', [{ ecosystem: 'npm', name: 'harbour', fixed: '1.4.0' }], {
          aliases: ['CVE-2026-12345'],
          summary: HOSTILE,
        }),
        osvSays('GHSA-anch-or11-xxxx', [{ ecosystem: 'npm', name: 'anchor', fixed: '1.0.1' }], {
          aliases: ['CVE-2026-54321'],
        }),
        osvSays('GHSA-lamp-1111-xxxx', [{ ecosystem: 'npm', name: 'lamp', fixed: '1.0.0' }]),
      ];
      await store.put('osv', byId(...records), SEEN);
      await store.put('kev', { 'CVE-2026-54321': madeKev('CVE-2026-54321') }, SEEN);
      await store.put('epss', { '2026-10-31': EPSS_DAY }, SEEN);
      for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'packages', 'nixpkgs'] as const) {
        await wasRead(db, source);
      }
    },
    { pages: PAGES, now: () => NOW.getTime(), settings: { bodyLimit: 1 << 20, deadlineMs: 30_000 } },
  );
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

describe('the scan page as it is sent', () => {
  it('has one script of our own, and a policy that lets it reach nobody else', async () => {
    const { status, text, headers } = await app.get('/scan');

    const faults = faultsOfPage(text);
    expect([status, faults.length, faults[0]]).toEqual([
      200,
      1,
      expect.stringMatching(/^unexpected <script type="module" src="\/assets\/scan-[\w-]{16}\.js">$/),
    ]);
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy.filter((rule) => !rule.startsWith('style-src'))).toEqual([
      "default-src 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "worker-src 'self'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types scan',
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(text).toContain('curl');
  });

  it.each(['/search', '/issues', '/status'])('no other does: %s', async (path) => {
    const { text, headers } = await app.get(path);

    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(text).toContain('<a href="/scan">Scan</a>');
  });

  it('sends its scripts to be kept for ever; the one that reads files may reach nobody', async () => {
    const { text } = await app.get('/scan');
    const paths = text.match(/\/assets\/[\w-]+\.js/g) ?? [];

    const scripts = await Promise.all([...new Set(paths)].map((path) => app.get(path)));

    for (const { status, headers } of scripts) {
      expect([status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([
        200,
        'text/javascript; charset=utf-8',
        'gzip',
      ]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    }
    const [page, main, worker] = [await app.get('/scan'), ...scripts].map(({ headers }) =>
      Number(headers.get('content-length')),
    );
    console.log(`scan page: ${page} B, its script ${main} B, the worker ${worker} B, all packed`);
    expect((page ?? 0) + (main ?? Number.NaN)).toBeLessThan(100_000);
    expect(scripts).toHaveLength(2);
  });

  it.each(['/assets/scan-0000000000000000.js', '/assets/..%2fpackage.json', '/assets/'])('has no %s', async (path) => {
    expect((await app.get(path)).status).toBe(404);
  });

  it('says clearly that its code could not be made, and tries again', async () => {
    const code = openBrowserCode(null, '/nowhere');

    await expect(code.read()).rejects.toThrow('The code of the scan page could not be bundled from /nowhere');
    await expect(code.read()).rejects.toThrow('/nowhere');
  });
});

describe.skipIf(!hasChromium)('the scan page in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
    const quiet = ['--disable-background-networking', '--disable-component-update'];
    browser = await chromium.launch({ executablePath, args: [...flags, ...quiet] });
  });
  afterAll(() => browser.close());

  interface Visit extends AsyncDisposable {
    readonly page: Page;
    readonly asked: { readonly method: string; readonly path: string; readonly body: string | null }[];
    readonly faults: string[];
  }

  async function visit(options: BrowserContextOptions = {}, path = '/scan'): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const asked: Visit['asked'] = [];
    const faults: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      const path = origin === app.url ? pathname : request.url();
      asked.push({ method: request.method(), path, body: request.postData() });
    });
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load')) faults.push(message.text());
    });
    await watchShifts(page);
    await page.goto(app.url + path);
    return { page, asked, faults, [Symbol.asyncDispose]: () => context.close() };
  }

  const give = (page: Page, ...files: [name: string, text: string][]) =>
    page.setInputFiles(
      '#choose',
      files.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  const said = (page: Page, words: RegExp) => page.locator('#status', { hasText: words }).waitFor();
  const tiles = async (page: Page) =>
    Promise.all(
      ['affected', 'unknown', 'none_known', 'not_affected', 'all'].map((tile) => page.textContent(`#tile-${tile}`)),
    );

  it('tells what is affected, what is not and what is unknown, and sends nothing but purls', async () => {
    await using scan = await visit();
    const { page, asked, faults } = scan;

    await give(page, ['package-lock.json', LOCKFILE], ['bom.json', BOM], ['deno.lock', '{}']);
    await said(page, /^Done/);

    await page.locator('#plan .steps').waitFor();

    expect(await tiles(page)).toEqual(['2', '2', '1', '1', '6']);
    expect(await page.textContent('#headline')).toBe(
      '2 of 6 components are affected, 2 could not be checked; 1 file could not be read',
    );
    const posts = asked.filter(({ method }) => method === 'POST');
    expect(posts).toEqual([
      {
        method: 'POST',
        path: '/api/v1/purls',
        body: JSON.stringify({
          purls: ['pkg:npm/harbour@1.0.0', 'pkg:npm/lamp@2.0.0', 'pkg:npm/nobody-knows@1.0.0', 'pkg:generic/thing@1'],
        }),
      },
      {
        method: 'POST',
        path: '/api/v1/remediation/plan',
        body: JSON.stringify({ packages: ['pkg:npm/harbour@1.0.0'] }),
      },
    ]);
    const gets = asked
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => path.replace(/-[\w-]{16}\.js$/, '.js'));
    expect(gets).toEqual(['/scan', '/assets/scan.js', '/assets/scan-worker.js']);
    expect(await page.locator('#files-read > li').allInnerTexts()).toEqual([
      expect.stringMatching(/package-lock\.json.*v3.*3 components/s),
      expect.stringMatching(/CycloneDX 1\.6, JSON.*3 components/s),
      expect.stringMatching(/deno\.lock.*not supported/s),
    ]);
    expect(await page.locator('#why-list > li').allInnerTexts()).toEqual([
      expect.stringMatching(/^1 of a kind that no source covers: pkg:generic/),
      expect.stringMatching(/^1 without a package URL/),
    ]);
    expect(faults).toEqual([]);
  });

  it.each([
    ['package URLs and names', 'pkg:npm/harbour@1.0.0\nlamp@2.0.0', ['pkg:npm/harbour@1.0.0', 'pkg:nix/lamp@2.0.0']],
    ['a lockfile', LOCKFILE, ['pkg:npm/harbour@1.0.0', 'pkg:npm/lamp@2.0.0', 'pkg:npm/nobody-knows@1.0.0']],
    ['a bill of materials', BOM, ['pkg:npm/harbour@1.0.0', 'pkg:generic/thing@1']],
  ])('takes pasted text: %s', async (_, text, purls) => {
    await using visited = await visit();
    const { page, asked, faults } = visited;

    await page.fill('#paste', text);
    await page.click('text=Scan text');
    await said(page, /^Done/);

    const sent = asked.find(({ path, method }) => path === '/api/v1/purls' && method === 'POST');
    expect(JSON.parse(sent?.body ?? '')).toEqual({ purls });
    expect(await page.textContent('#headline')).toMatch(/^1 of \d components is affected/);
    expect(await page.textContent('#files-read')).toContain('pasted text');
    expect(faults).toEqual([]);
  });

  it('says what to do with a pasted text that it does not know', async () => {
    await using visited = await visit();

    await visited.page.fill('#paste', 'Dear all, please upgrade.');
    await visited.page.click('text=Scan text');

    await visited.page
      .locator('#files-read', {
        hasText:
          'This is not a supported lockfile, SBOM or package list. Use a file with its usual name, or one package per line: curl@8.4.0 or pkg:npm/lodash@4.17.20.',
      })
      .waitFor();
  });

  it('names what may apply to a component that could not be checked', async () => {
    await using visited = await visit();

    await visited.page.fill('#paste', 'pkg:npm/harbour@1.0.0\npkg:npm/anchor');
    await visited.page.click('text=Scan text');
    await said(visited.page, /^Done/);

    expect(await visited.page.innerText('#why-list')).toContain(
      'Possible: anchor may be affected by CVE-2026-54321 (high, known to be exploited).',
    );
    expect(await visited.page.locator('#why-list a').getAttribute('href')).toBe('/CVE-2026-54321');
  });

  it('is a report: the sentence first, then a plan with commands that can be copied', async () => {
    await using scan = await visit({ viewport: { width: 1280, height: 800 } });
    const { page, faults } = scan;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await give(page, ['package-lock.json', LOCKFILE]);
    await page.locator('#plan .steps').waitFor();

    expect(await page.textContent('#advice')).toBe('Of 1 finding: commands fix 1.');
    expect(await page.locator('#plan .steps').innerText()).toMatch(/harbour 1\.0\.0 → 1\.4\.0.*CVE-2026-12345/s);
    for (const part of ['#headline', '#advice', '.tiles', '#plan .copy']) {
      const box = await page.locator(part).boundingBox();
      expect([part, box]).toEqual([part, expect.toSatisfy((it) => it !== null && it.y + it.height <= 800)]);
    }
    const copy = page.getByRole('button', { name: 'Copy the commands' });
    await copy.focus();
    await page.keyboard.press('Enter');
    await page.locator('#plan .copier', { hasText: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'npm install --package-lock-only --ignore-scripts --no-audit --no-fund harbour@1.4.0',
    );
    expect(faults).toEqual([]);
  });

  it('says why there is no plan, and asks again', async () => {
    await using scan = await visit();
    const { page } = scan;
    await page.route('**/api/v1/remediation/plan', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await give(page, ['package-lock.json', LOCKFILE]);
    await page.getByText('There is no upgrade plan: the service refused (500).').waitFor();

    await page.locator('#plan').getByRole('button', { name: 'Try again' }).click();
    await page.locator('#plan .steps').waitFor();

    expect(await page.locator('#plan code').innerText()).toContain('harbour@1.4.0');
  });

  it('shows equal components without a finding in one row with their number', async () => {
    await using scan = await visit();
    const { page } = scan;
    const packages = Object.fromEntries(
      Array.from({ length: 1_204 }, (_, i) => [`node_modules/nobody-${i}`, { version: '1.0.0' }]),
    );
    await give(page, ['package-lock.json', JSON.stringify({ lockfileVersion: 3, packages })]);
    await said(page, /^Done/);
    await page.locator('.tile.all').click();

    expect(await page.locator('#rows > tr').count()).toBe(1);
    expect(await page.locator('#rows > tr').innerText()).toMatch(/1,204 components/);
    await page.locator('#rows summary').click();
    expect(await page.locator('#rows .names > li').count()).toBe(201);
    await page.selectOption('#sort', 'name');
    expect(await page.locator('#rows > tr').count()).toBe(50);
  });

  it('shows a finding with its range, fix and confidence, and its proof when asked for it', async () => {
    await using scan = await visit();
    const { page, asked, faults } = scan;
    await give(page, ['bom.json', BOM]);
    await said(page, /^Done/);

    const row = page.locator('#rows > tr').first();
    await row.locator('details.proof > summary').click();
    await row.locator('dl.proof').waitFor();

    expect(await row.innerText()).toMatch(
      /harbour 1\.0\.0.*affected.*CVE-2026-12345.*high.*1\.4\.0.*high confidence/is,
    );
    expect(await row.locator('.evidence').innerText()).toMatch(/GHSA-harb-our1-xxxx.*overturn/s);
    expect(await row.getByRole('link', { name: 'CVE-2026-12345' }).first().getAttribute('href')).toBe(
      '/CVE-2026-12345',
    );
    expect(asked.at(-1)?.path).toBe(`/api/v1/purl/${encodeURIComponent('pkg:npm/harbour@1.0.0')}`);
    await page.locator('.tile.all').click();
    expect(await page.locator('#rows').innerText()).toContain(HOSTILE);
    expect(await page.locator('#rows img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('takes decisions, shows what they suppress, and sends nothing of them but ids', async () => {
    await using scan = await visit();
    const { page, asked, faults } = scan;
    const vex = {
      '@context': 'https://openvex.dev/ns/v0.2.0',
      author: 'Ada',
      timestamp: NOW.toISOString(),
      statements: [
        {
          vulnerability: { name: 'CVE-2026-12345' },
          products: [{ '@id': 'pkg:npm/harbour@1.0.0' }],
          status: 'not_affected',
          impact_statement: HOSTILE,
        },
      ],
    };
    await give(page, ['package-lock.json', LOCKFILE]);
    await said(page, /^Done/);
    const before = await tiles(page);

    await page.setInputFiles('#decisions', {
      name: 'vex.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(vex)),
    });
    await page.locator('#decided', { hasText: '1 finding suppressed by a decision' }).waitFor();

    expect([before, await tiles(page)]).toEqual([
      ['1', '0', '1', '1', '3'],
      ['0', '0', '1', '2', '3'],
    ]);
    await page.locator('.tile.not_affected').click();
    expect(await page.locator('#rows').innerText()).toMatch(/CVE-2026-12345[^]*suppressed[^]*not affected: <img/i);
    const sent = asked.filter(({ method }) => method === 'POST').map(({ path, body }) => `${path} ${body}`);
    expect(sent.filter((each) => each.includes('batch'))).toEqual([
      '/api/v1/cve/batch {"ids":["CVE-2026-12345"],"view":"brief"}',
    ]);
    expect(sent.join('\n')).not.toContain('onerror');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-export=openvex]')]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('almanac-decision: ');
    expect(faults).toEqual([]);

    await page.setInputFiles('#decisions', { name: 'x.toml', mimeType: 'text/plain', buffer: Buffer.from('a = ') });
    await page.locator('#decided', { hasText: 'x.toml is not TOML' }).waitFor();
    expect(await tiles(page)).toEqual(before);
  });

  it('saves what it found in four forms, each valid', async () => {
    await using scan = await visit();
    const { page } = scan;
    await give(page, ['package-lock.json', LOCKFILE]);
    await said(page, /^Done/);

    const saved = async (format: ExportFormat) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-export=${format}]`)]);
      expect(download.suggestedFilename()).toMatch(/^package-lock\.json\..+json$/);
      return JSON.parse(readFileSync(await download.path(), 'utf8')) as Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
    };
    const openvex = await saved('openvex');
    const vex = await saved('cyclonedx-vex');
    const sarif = await saved('sarif');
    const bom = await saved('cyclonedx');

    for (const document of [vex, bom]) {
      expect(validateSbom(document, 'cyclonedx', '1.6')).toMatchObject({ valid: true, problems: [] });
    }
    const states = vex['vulnerabilities'].map((each: any) => each.analysis.state); // oxlint-disable-line typescript/no-explicit-any
    expect(states).toEqual(['exploitable', 'not_affected']);
    expect(bom['components']).toHaveLength(3);
    expect(openvex['@context']).toContain('openvex.dev');
    const statement = openvex['statements'].find((each: any) => each.vulnerability.name === 'CVE-2026-12345'); // oxlint-disable-line typescript/no-explicit-any
    expect(statement).toMatchObject({ status: 'affected' });
    expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: expect.any(String) } } }] });
    expect(sarif['runs'][0].automationDetails.id).toMatch(/^almanac\/urn:uuid:/);
    expect(JSON.stringify(sarif)).toContain('package-lock.json');
  });

  it('counts as unknown what could not be asked about, and asks again', async () => {
    await using scan = await visit();
    const { page } = scan;
    const keys: (string | undefined)[] = [];
    const refuse = (route: Route) => {
      keys.push(route.request().headers()['authorization']);
      return route.fulfill({ status: 500, json: { error: 'Out of order' } });
    };
    await page.route('**/api/v1/purls', refuse, { times: 1 });
    await page.locator('details.key > summary').first().click();
    await page.fill('#key', 'alm_made-up');
    await give(page, ['package-lock.json', LOCKFILE]);
    await said(page, /^3 packages could not be asked about: unknown/);
    const before = await tiles(page);
    await page.fill('#key', '');
    await page.click('#retry');
    await said(page, /^Done/);

    expect([before, keys]).toEqual([['0', '3', '0', '0', '3'], ['Bearer alm_made-up']]);
    expect(await tiles(page)).toEqual(['1', '0', '1', '1', '3']);
    expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });
  });

  it('waits where the service says so, stops when told, and takes nothing unanswered for clean', async () => {
    await using scan = await visit();
    const { page, asked } = scan;
    await page.route('**/api/v1/purls', (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '30' } }), {
      times: 1,
    });

    await give(page, ['package-lock.json', LOCKFILE]);
    await said(page, /Rate limit reached/);
    const countdown = await page.textContent('#wait');
    await page.click('#stop');
    await said(page, /^Stopped/);

    expect(countdown).toMatch(/^(29|30) s to go$/);
    expect(await tiles(page)).toEqual(['0', '3', '0', '0', '3']);
    expect(await page.locator('#why-list').innerText()).toContain('the scan was stopped');
    expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await page.click('#retry');
    await said(page, /^Done/);
    expect(await tiles(page)).toEqual(['1', '0', '1', '1', '3']);
  });

  it('is worked by keyboard, takes files dropped beside its box, and starts over', async () => {
    await using scan = await visit();
    const { page } = scan;
    await page.focus('.top button');
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      `[document.activeElement.id, getComputedStyle(document.activeElement.nextElementSibling).outlineStyle]`,
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await said(page, /^Done: 8/);
    expect(focused).toEqual(['choose', 'solid']);

    const data = await page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(LOCKFILE)}], 'package-lock.json')); return data; })()`,
    );
    await page.dispatchEvent('h1', 'drop', { dataTransfer: data });
    await said(page, /^Done: 11/);
    expect(await page.locator('#files-read > li').count()).toBe(2);

    await page.click('#clear');
    expect(await page.locator('#result').isVisible()).toBe(false);
    expect(await page.locator('#files-read > li').count()).toBe(0);
  });

  it.each([
    [360, 'dark'],
    [1280, 'light'],
  ] as const)('passes axe and stays on the screen, %i wide in %s', async (width, colorScheme) => {
    // The page's own policy forbids scripts of others; only the checker's may pass.
    await using scan = await visit({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
    const { page } = scan;
    await page.addScriptTag({ content: axe.source });
    const violations = () =>
      page.evaluate<string[]>(
        `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`,
      );
    const beside = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

    const empty = width === 360 ? await violations() : [];
    await give(page, ['package-lock.json', LOCKFILE], ['bom.json', BOM], ['deno.lock', '{}']);
    await said(page, /^Done/);
    await page.locator('.tile.all').click();
    for (const summary of await page.locator('details.key > summary').all()) await summary.click();
    await page.locator('details.proof > summary').first().click();
    await page.locator('dl.proof').waitFor();

    expect([empty, await violations(), await beside()]).toEqual([[], [], 0]);
  });

  it.each([360, 768, 1280])('stands still while its script comes, %i wide', async (width) => {
    await using scan = await visit({ viewport: { width, height: 800 } });
    await scan.page.locator('#drop').waitFor();

    expect(await shiftOf(scan.page)).toBeLessThan(NO_SHIFT);
  });

  it('says what it needs where its script does not come', async () => {
    await using scan = await visit();
    await scan.page.route('**/assets/**', (request) => request.abort());
    await scan.page.reload();

    await scan.page.getByText('needs a browser of 2024').waitFor({ state: 'visible' });

    expect(await scan.page.locator('#drop').isVisible()).toBe(false);
  });

  it('takes files that are given on the first page, by the keyboard or dropped, and forgets them', async () => {
    await using home = await visit({}, '/');
    const { page, asked, faults } = home;
    await page.locator('.big-search button').focus();
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>('document.activeElement.id');

    await page.setInputFiles('#home-file', {
      name: 'package-lock.json',
      mimeType: 'text/plain',
      buffer: Buffer.from(LOCKFILE),
    });
    await page.waitForURL('**/scan');
    await said(page, /^Done/);

    expect(focused).toBe('home-file');
    expect(await page.locator('#files-read > li').count()).toBe(1);
    await page.goto(`${app.url}/`);
    const data = await page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(LOCKFILE)}], 'package-lock.json')); return data; })()`,
    );
    await page.dispatchEvent('h1', 'drop', { dataTransfer: data });
    await page.waitForURL('**/scan');
    await said(page, /^Done/);
    await page.goto(`${app.url}/scan#handed`);
    await page.reload();
    await page.locator('#drop-title', { hasText: 'Drop files here' }).waitFor();
    expect(await page.locator('#files-read > li').count()).toBe(0);
    expect(asked.filter(({ path }) => !path.startsWith('/'))).toEqual([]);
    expect(asked.some(({ body }) => body?.includes('lockfileVersion') === true)).toBe(false);
    expect(faults).toEqual([]);
  });

  it('is one link away on the first page where there is no script', async () => {
    await using home = await visit({ javaScriptEnabled: false }, '/');
    const { page } = home;

    expect(await page.locator('#home-choose').isVisible()).toBe(false);
    await page.locator('#home-drop').getByRole('link', { name: 'Scan it' }).click();

    expect(new URL(page.url()).pathname).toBe('/scan');
  });

  it('says of each finding how it is exploited, and of each component what brings it in', async () => {
    await using scan = await visit();
    const { page } = scan;
    await give(page, ['package-lock.json', NESTED]);
    await said(page, /^Done/);

    const [first = ''] = await page.locator('#rows > tr').allInnerTexts();
    expect(first).toMatch(/anchor.*known to be exploited.*EPSS 42 %.*through lamp 2\.0\.0/is);
  });

  it('says what it needs where there is no script', async () => {
    await using scan = await visit({ javaScriptEnabled: false });

    const text = await scan.page.locator('main').innerText();

    expect(text).toMatch(/needs a browser of 2024.*curl -s/s);
    expect(text).not.toContain('Drop files here');
    expect(scan.asked.map(({ path }) => path)).toEqual(['/scan']);
  });

  it.skipIf(!hasCorpus)('finds in real lockfiles what the reader finds, from ten entries to 2,600', async () => {
    await using scan = await visit();
    const { page, asked, faults } = scan;
    const archive = corpusArchive('lockfiles/lockfiles.tar.gz');

    for (const name of REAL) {
      const text = archive.get(name) ?? '';
      const file = name.slice(name.lastIndexOf('/') + 1);
      const read = readLockfile(file, text).lockfile?.components.length ?? 0;
      const from = asked.length;
      await give(page, [file, text]);
      await said(page, /^(Done|There is nothing)/);

      expect(read).toBeGreaterThan(8);
      expect([name, (await tiles(page))[4]]).toEqual([name, read.toLocaleString('en')]);
      const posts = asked.slice(from).filter(({ path }) => path === '/api/v1/purls');
      const purls = posts.flatMap(({ body }) => {
        const { purls, ...rest } = JSON.parse(body ?? '') as { purls: string[] };
        expect(rest).toEqual({});
        return purls;
      });
      expect(posts.length).toBe(Math.ceil(purls.length / 999));
      expect([purls.length, purls.every((purl) => purl.startsWith('pkg:'))]).toEqual([new Set(purls).size, true]);
      expect(await page.locator('#rows > tr').count()).toBeLessThanOrEqual(50);
      await page.click('#clear');
    }
    expect(
      asked.filter(({ path }) => !/^\/(scan|assets\/[\w-]+\.js|api\/v1\/(purls|remediation\/plan))$/.test(path)),
    ).toEqual([]);
    expect(faults).toEqual([]);
  });
});

/** Of several kinds, small and large; what each kind holds is tested where they are read. */
const REAL = [
  'yarn.lock/renovatebot__renovate/lib/modules/manager/npm/__fixtures__/yarn2.2/yarn.lock',
  'requirements.txt/home-assistant__core/requirements.txt',
  'go.sum/prometheus__prometheus/go.sum',
  'package-lock.json/CVEProject__cve-services/package-lock.json',
  'pnpm-lock.yaml/immich-app__immich/pnpm-lock.yaml',
];
