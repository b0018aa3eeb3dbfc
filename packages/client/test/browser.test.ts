import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { RATES } from '@almanac/contract';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CveApp, openCveApp } from '../../server/test/support/cve-app.ts';
import { IDS } from '../../server/test/support/worlds/cve-world.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
if (!hasChromium)
  console.log(`Skipping the client in a browser: ${executablePath} is absent; set CHROMIUM_PATH to run it.`);

/** As an application would have it: the client and its endpoints in one script, nothing of Node. */
async function script(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from '@almanac/client'; export * from '@almanac/contract';",
      resolveDir: path.resolve(import.meta.dirname, '..'),
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'almanac',
    platform: 'browser',
    conditions: ['@almanac/source'],
  });
  return outputFiles[0]?.text ?? '';
}

describe.skipIf(!hasChromium)('in a page of another origin', () => {
  let world: CveApp;
  let site: Server;
  let browser: Browser;
  let page: Page;
  /** Of the API alone, preflights included where the browser shows them. */
  let answered: { readonly method: string; readonly status: number }[];
  beforeAll(async () => {
    world = await openCveApp();
    const text = await script();
    site = createServer(({ url }, response) => {
      const isScript = url === '/script.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? text : '<!doctype html><title>x</title><script src="/script.js"></script>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  });
  beforeEach(async () => {
    answered = [];
    page = await browser.newPage();
    page.on('response', (response) => {
      if (!response.url().startsWith(world.app.url)) return;
      answered.push({ method: response.request().method(), status: response.status() });
    });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await world[Symbol.asyncDispose]();
  });

  /** A program of the page: `client` asks the API, and `almanac` is all that is exported. */
  function run(program: string, url = world.app.url, options = ''): Promise<unknown> {
    const client = `almanac.createClient({ baseUrl: ${JSON.stringify(`${url}/api/v1`)}, ${options} })`;
    return page.evaluate(`(async () => { const client = ${client}; ${program} })()`);
  }

  it('answers are those of REST, by GET and by POST', async () => {
    const { body } = await world.app.get(`/api/v1/cve/${IDS.published}`);

    const found = await run(`
      const cve = await client.call(almanac.getCve, { params: { id: '${IDS.published}' } });
      const purls = await client.call(almanac.postPurls, { body: { purls: ['pkg:npm/nobody-knows@1.0.0'] } });
      return [cve, purls.data.results[0].verdict];
    `);

    expect(found).toEqual([body, 'unknown']);
  });

  it('an answer that is kept is asked for conditionally, and not sent again', async () => {
    const found = await run(`
      const ask = () => client.call(almanac.getCve, { params: { id: '${IDS.published}' } });
      return [await ask(), await ask()].map(({ data }) => data.primary.id);
    `);

    expect(found).toEqual([IDS.published, IDS.published]);
    expect(answered.filter(({ method }) => method === 'GET').map(({ status }) => status)).toEqual([200, 304]);
  });

  it('the headers that the client and its callers need can be read', async () => {
    const names = ['etag', 'x-cache', 'x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining'];

    const seen = await run(
      `
      await client.call(almanac.getSources, {});
      return ${JSON.stringify(names)}.filter((name) => headers.get(name) !== null);
    `,
      world.app.url,
      `fetch: async (...asked) => { const response = await fetch(...asked); headers = response.headers; return response; }`,
    );

    expect(seen).toEqual(names);
  });

  it('pages are walked by cursor', async () => {
    const sizes = await run(`
      const sizes = [];
      for await (const { data } of client.pages(almanac.getSearch, { query: { q: 'harbour', limit: 2 } })) {
        sizes.push(data.results.length);
      }
      return sizes;
    `);

    expect((sizes as number[]).length).toBeGreaterThan(1);
    expect((sizes as number[])[0]).toBe(2);
  });

  it('a key that is not valid, an id that is none and a call that is given up are told apart', async () => {
    const told = await run(`
      const params = { id: '${IDS.published}' };
      const codeOf = (asking) => asking.catch((error) => error instanceof almanac.AlmanacError ? error.code : error.name);
      const keyed = almanac.createClient({ baseUrl: '${world.app.url}/api/v1', apiKey: 'nonsense' });
      return [
        await codeOf(keyed.call(almanac.getCve, { params })),
        await codeOf(client.call(almanac.getCve, { params: { id: 'CVE-1' } })),
        await codeOf(client.call(almanac.getCve, { params }, { signal: AbortSignal.abort() })),
      ];
    `);

    expect(told).toEqual(['KEY_INVALID', 'CVE_INVALID_ID', 'AbortError']);
  });

  it('how long to wait is read from the answer', async () => {
    await using small = await openCveApp({ settings: { rates: { ...RATES, general: 1 } } });

    const told = await run(
      `
      await client.call(almanac.getSources, {});
      const second = client.call(almanac.getCve, { params: { id: '${IDS.published}' } });
      return second.then(() => null, ({ code, retryAfter }) => ({ code, retryAfter }));
    `,
      small.app.url,
      'retries: 0',
    );

    expect(told).toEqual({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
  });
});
