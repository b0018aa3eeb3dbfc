import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import type { TestApp } from '../support/app.ts';
import { faultsOfPage } from '../support/page-faults.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
if (!hasChromium) console.log(`Skipping /compare in a browser: ${executablePath} is absent; set CHROMIUM_PATH.`);

const HOSTILE = '<img src=x onerror=alert(1)>';
const found = (id: string, name: string, version: string) => ({
  vulnerability: { id, severity: 'High' },
  relatedVulnerabilities: [],
  artifact: { name, version, type: 'npm', purl: `pkg:npm/${encodeURIComponent(name)}@${version}` },
});
/** One that both find, one that a record excludes, and a package without a record. */
const REPORT = JSON.stringify({
  matches: [
    found('GHSA-harb-our1-xxxx', 'harbour', '1.0.0'),
    found('GHSA-lamp-1111-xxxx', 'lamp', '2.0.0'),
    found(HOSTILE, 'unheard-of', '1.0.0'),
  ],
  source: { type: 'directory' },
  descriptor: { name: 'grype', version: '0.99.0' },
});

let given: PackageApp;
let app: TestApp;
beforeAll(async () => {
  given = await openPackageApp(
    ROUTES,
    async (store, db) => {
      const harbour = [{ ecosystem: 'npm', name: 'harbour', fixed: '1.4.0' }];
      await store.put(
        'osv',
        byId(
          osvSays('GHSA-harb-our1-xxxx', harbour, { aliases: ['CVE-2026-12345'] }),
          osvSays('GHSA-harb-our2-xxxx', harbour),
          osvSays('GHSA-lamp-1111-xxxx', [{ ecosystem: 'npm', name: 'lamp', fixed: '1.0.0' }]),
        ),
        SEEN,
      );
      for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'packages', 'nixpkgs'] as const) {
        await wasRead(db, source);
      }
    },
    { pages: PAGES, settings: { deadlineMs: 30_000 } },
  );
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

it('the page reaches nobody but this site, and says what to do without its script', async () => {
  const { status, text, headers } = await app.get('/compare');

  expect([status, faultsOfPage(text)]).toEqual([
    200,
    [expect.stringMatching(/^unexpected <script type="module" src="\/assets\/compare-[\w-]{16}\.js">$/)],
  ]);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(text).toContain('Without it, use <a href="#cli">the command line</a>.');
});

describe.runIf(hasChromium)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  it('sorts the findings of both sides by cause, and sends the report nowhere', async () => {
    const page = await browser.newPage();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.goto(`${app.url}/compare`);
    await page.locator('#compare-file').setInputFiles({
      name: 'report.json',
      mimeType: 'application/json',
      buffer: Buffer.from(REPORT),
    });
    await page.locator('.tally').waitFor();

    const tiles = await page.locator('.tally li').allInnerTexts();
    expect(tiles.map((text) => Number.parseInt(text, 10))).toEqual([1, 2, 1, 0]);
    const rows = await page.locator('#compare-result tbody tr').allInnerTexts();
    expect(rows).toEqual([
      expect.stringMatching(/CVE-2026-12345.*harbour.*1\.0\.0/s),
      expect.stringMatching(/GHSA-lamp-1111-xxxx.*lamp.*fixed in 1\.0\.0/s),
      expect.stringMatching(/unheard-of/),
      expect.stringMatching(/GHSA-harb-our2-xxxx/),
    ]);
    expect(await page.locator('#compare-result img').count()).toBe(0);
    const proof = await page.locator('#compare-result tbody a', { hasText: 'Proof' }).first().getAttribute('href');
    expect((await app.get(proof ?? '')).text).toContain('CVE-2026-12345 affects harbour 1.0.0.');
    expect(sent.filter((request) => !request.startsWith(app.url))).toEqual([]);
    expect(sent.filter((request) => request.includes('descriptor'))).toEqual([]);
    await page.close();
  });

  it('says why a text is not a report', async () => {
    const page = await browser.newPage();
    await page.goto(`${app.url}/compare`);
    await page.locator('#compare-text').fill('{}');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();

    await page.getByText('Cannot compare this report:').waitFor();
    await page.close();
  });
});
