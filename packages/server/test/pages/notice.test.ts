import { RATES } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { PAGES } from '../../src/http/routes/index.ts';
import { testApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { faultsOfPage } from '../support/page-faults.ts';

const BROWSER = { headers: { accept: 'text/html' } };
const SETTINGS = { rates: { ...RATES, page: 1e9, general: 1e9 } };
/** Every kind of page, an error among them. */
const PATHS = [
  '/',
  '/search?q=x',
  '/issues',
  '/insights',
  '/status',
  '/scan',
  '/guides',
  '/guides/cli',
  '/docs',
  '/no/such/page',
];

describe('the notice of a deployment', () => {
  it('is on every page, once, as text', async () => {
    await using database = await createTestDatabase();
    const notice = 'Demo data as of 2026-08-16; <b>$& $1';
    await using app = await testApp({ databaseUrl: database.url, pages: PAGES, settings: SETTINGS, notice });

    for (const path of [...PATHS, '/CVE-2021-44228', '/package/curl']) {
      const { text } = await app.get(path, BROWSER);

      expect([path, text.split('Demo data as of 2026-08-16; &lt;b&gt;$&amp; $1').length]).toEqual([path, 2]);
      if (path === '/') expect(faultsOfPage(text)).toEqual([]);
    }
  });

  it('is not there where nobody has set one', async () => {
    await using app = await testApp({ pages: PAGES, settings: SETTINGS });

    const { text } = await app.get('/scan', BROWSER);

    expect(text).not.toContain('class="notice"');
    expect(text).not.toContain('<!--');
  });
});
