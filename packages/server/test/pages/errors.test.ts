import { RATES } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page } from '../../src/http/page.ts';
import { PAGES } from '../../src/http/routes/index.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { faultsOfPage } from '../support/page-faults.ts';

const broken = page('/broken', 60, async () => {
  throw new TypeError('secret detail of the implementation');
});
const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ pages: [...PAGES, broken], settings: { rates: { ...RATES, page: 1e9, general: 1e9 } } });
});
afterAll(() => app.close());

describe('an error that a person meets', () => {
  it.each([
    ['an address that leads nowhere', '/wp-admin/setup.php', 404, ['Page not found', 'value="setup"', '/guides']],
    ['markup in an address', '/a/%3Cimg%20src=x%3E', 404, ['Page not found']],
    ['a broken escape', '/package/%zz', 400, ['invalid percent escape']],
    ['what cannot be a name', '/package/a%00b', 400, ['Bad request', 'name']],
    ['what is no number', '/issues/abc', 400, ['/issues/412345']],
    ['a database that is away', '/issues/101', 503, ['Not available at the moment', 'neither good nor bad']],
    ['a mistake of ours', '/broken', 500, ['Internal error', 'our fault']],
  ])('is a page that helps: %s', async (_name, path, status, texts) => {
    const response = await app.get(path, BROWSER);

    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    for (const text of texts) expect(response.text).toContain(text);
    expect(response.text).toContain(response.headers.get('x-request-id'));
    expect(response.text).not.toMatch(/secret detail|<img/);
    expect(faultsOfPage(response.text)).toEqual([]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('says how long to wait, and leads back to what was asked for here alone', async () => {
    await using limited = await testApp({ pages: PAGES, settings: { rates: { ...RATES, page: 1, general: 1 } } });
    await limited.get('/scan', BROWSER);

    const again = await limited.get('/scan?x=%22%3E', BROWSER);
    const elsewhere = await limited.get('//evil.example/page', BROWSER);

    expect(again.status).toBe(429);
    expect(again.text).toMatch(/<a href="\/scan\?x=%22%3E">Try again<\/a> in \d+ seconds?\./);
    expect(again.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(elsewhere.text).not.toContain('href="//');
  });

  it.each([
    ['the API, whatever is accepted', '/api/v1/nothing', BROWSER],
    ['a program that takes anything', '/wp-admin/setup.php', { headers: { accept: '*/*' } }],
    ['a program that says nothing', '/wp-admin/setup.php', {}],
    ['what is no reading', '/scan', { ...BROWSER, method: 'POST' }],
  ])('is JSON for %s', async (_name, path, init) => {
    const response = await app.get(path, init);

    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.body['success']).toBe(false);
  });
});
