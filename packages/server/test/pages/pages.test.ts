import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { faultsOfPage } from '../support/page-faults.ts';
import { IDS } from '../support/worlds/cve-world.ts';

let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp({ now: () => Date.parse('2026-03-01T12:00:00Z') });
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

describe('the page of a CVE', () => {
  it.each([
    [
      'published',
      200,
      [
        'Published <time',
        'Critical, exploitation not known.',
        'Upgrade harbour to 2.0.0. 1.4.3 fixes this one but has CVE-2026-10002. Sources disagree about the fixed version.',
        'Is your version affected?',
        'from 1.0 up to but not including 1.4.2',
      ],
    ],
    ['partial', 200, ['Partial', 'Is your version affected?']],
    ['rejected', 200, ['Rejected', 'Do not use it for remediation', IDS.published]],
    ['withdrawn', 200, ['Withdrawn', 'Do not use it for remediation']],
    ['reserved', 200, ['Reserved', 'The ID is reserved; details are not published.']],
    ['announced', 200, ['Awaiting publication']],
    ['unknown', 404, ['Unknown', 'No authority has allocated this id']],
    ['unasked', 503, ['Not available', 'It may exist']],
    ['hostile', 200, ['Published <time', '&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;']],
  ] as const)('of an id that is %s says so, and is in order', async (name, status, texts) => {
    const response = await app.get(`/${IDS[name]}`);

    expect(response.status).toBe(status);
    for (const text of texts) expect(response.text.toLowerCase()).toContain(text.toLowerCase());
    expect(faultsOfPage(response.text)).toEqual([]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it('that does not exist stays a 404, whatever the caller has', async () => {
    const { headers } = await app.get(`/${IDS.unknown}`);

    for (const tag of ['*', headers.get('etag') ?? '']) {
      expect((await app.get(`/${IDS.unknown}`, { headers: { 'if-none-match': tag } })).status).toBe(404);
    }
  });

  it('says what to do before what is affected, and first for the software itself', async () => {
    const { text } = await app.get(`/${IDS.published}`);

    expect(text.indexOf('id="actions"')).toBeLessThan(text.indexOf('id="affected"'));
    expect(/<ol class="actions"><li><strong>([^<]+)</.exec(text)?.[1]).toMatch(/^Upgrade harbour to /);
    expect(text).toContain('pip install &quot;harbour&gt;=');
  });

  it.each([
    ['1.3', 'harbour 1.3 is affected.', 'Upgrade harbour to 2.0.0.'],
    ['1.5', 'Unknown whether harbour 1.5 is affected.', 'A required source is out of date'],
    ['latest', 'Unknown whether harbour latest is affected.', 'cannot be parsed'],
  ])('says what it means for version %s', async (version, verdict, more) => {
    const { status, text } = await app.get(`/${IDS.published}?version=${version}`);
    const judged = await app.get(`/api/v1/purl/pkg:pypi%2Fharbour@${version}?cve=${IDS.published}`);

    expect([status, faultsOfPage(text)]).toEqual([200, []]);
    const box = /<p class="answer ([a-z_]+)" role="status">(.*?)<\/p>/s.exec(text);
    expect(box?.[1]).toBe(judged.body['verdict']);
    expect(box?.[2]).toContain(verdict);
    expect(box?.[2]).toContain(more);
    expect(text).toContain(`value="${version}"`);
  });

  it('draws affected and fixed versions as a bar', async () => {
    const { text } = await app.get(`/${IDS.published}?version=1.3`);

    const bar = /<ol class="line"[^>]*>(.*?)<\/ol>/s.exec(text)?.[1] ?? '';
    expect([...bar.matchAll(/<li class="([a-z]+)">/g)].map(([, kind]) => kind)).toEqual(['hit', 'free']);
    expect(/<li class="hit">(?:(?!<\/li>).)*▲?<strong class="mark">1\.3</s.test(bar)).toBe(true);
  });

  it('never tells a person to look where a program may act alone', async () => {
    for (const name of ['published', 'partial', 'hostile', 'rejected', 'reserved'] as const) {
      const { text } = await app.get(`/${IDS[name]}`);

      expect(text.includes('Have a person look') && text.includes('for a program to act on it alone')).toBe(false);
    }
  });

  it('has its history as a page', async () => {
    const { status, text } = await app.get(`/${IDS.published}/history`);
    const spelled = await fetch(`${app.url}/${IDS.published.toLowerCase()}/history`, { redirect: 'manual' });
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/history`);

    expect([status, faultsOfPage(text)]).toEqual([200, []]);
    expect(text).toContain(`${body['data'].total} observed versions`);
    expect(text).toContain(`href="/${IDS.published}?at=2026-`);
    expect(text).toContain('severity changed');
    expect([spelled.status, spelled.headers.get('location')]).toEqual([308, `/${IDS.published}/history`]);
    expect((await app.get(`/${IDS.unknown}/history`)).status).toBe(404);
    expect((await app.get('/nothing/history')).status).toBe(404);
  });

  it('spells out what is not known', async () => {
    const { text } = await app.get(`/${IDS.partial}`);

    const strip = text.slice(text.indexOf('id="facts"'), text.indexOf('</dl>'));
    expect(strip.match(/class="unknown"/g)?.length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['unknown', 404],
    ['unasked', 503],
  ] as const)('cannot be asked why of an id that is %s', async (name, status) => {
    expect((await app.get(`/why?package=harbour&cve=${IDS[name]}`)).status).toBe(status);
  });

  it('never tells how to fix what is rejected or withdrawn', async () => {
    for (const name of ['rejected', 'withdrawn'] as const) {
      const { text } = await app.get(`/${IDS[name]}`);

      expect(text).not.toMatch(/<strong>Upgrade/);
      expect(text).toContain('<strong>Nothing to do:');
    }
  });

  it('names disagreements below the headline and with their code, and the bytes of every record', async () => {
    const { text } = await app.get(`/${IDS.published}`);

    expect(text).toMatch(/Sources disagree: <a class="chip warn" href="#disagreements">Fixed version/);
    expect(text.indexOf('class="chips"')).toBeLessThan(text.indexOf('id="actions"'));
    expect(text).toContain('FIX_DISAGREES');
    const hashes = [...text.matchAll(/\/api\/v1\/evidence\/([0-9a-f]{64})/g)].map(([, sha256]) => sha256);
    expect(hashes.length).toBeGreaterThan(2);
    for (const sha256 of new Set(hashes))
      expect((await fetch(`${app.url}/api/v1/evidence/${sha256}`)).status).toBe(200);
  });

  it('is found in any case of the id, and under the other names of the vulnerability', async () => {
    const answers = await Promise.all(
      [IDS.published.toLowerCase(), 'GHSA-aaaa-bbbb-cccc', 'ghsa-AAAA-BBBB-cccc', 'PYSEC-2026-1'].map((id) =>
        fetch(`${app.url}/${id}`, { redirect: 'manual' }),
      ),
    );

    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      answers.map(() => [308, `/${IDS.published}`]),
    );
  });

  it('shows a past day on request', async () => {
    const past = await app.get(`/${IDS.published}?at=2026-01-20`);
    const before = await app.get(`/${IDS.published}?at=2025-01-20`);
    const nonsense = await app.get(`/${IDS.published}?at=soon&utm_source=x`);

    expect(past.text).toContain('As it was known on 20 Jan 2026. Observed: everything on this page had been read');
    expect(past.text).toContain('7.5');
    expect(past.text).toContain(`<a href="/${IDS.published}">Back to today</a>`);
    expect([before.status, before.text.includes('No source had published it on 20 Jan 2025')]).toEqual([404, true]);
    expect(before.text).toContain(`<a href="/${IDS.published}">Back to today</a>`);
    expect(before.text).not.toContain('clock=true');
    expect([nonsense.status, nonsense.text.includes('As it was known on 20')]).toEqual([200, false]);
  });

  it.each(['/CVE-2024', '/nothing', '/..%2f..%2fetc', '/CVE-2024-1234%00', '/%3Cscript%3E'])(
    '%s is no page',
    async (path) => {
      const { status } = await app.get(path);

      expect([400, 404]).toContain(status);
    },
  );
});

describe('the page that says why', () => {
  it.each([
    ['package=pkg:pypi/harbour&version=1.3', 'purl/pkg%3Apypi%2Fharbour%401.3', 'bad', 'affects harbour 1.3.'],
    ['package=pkg:pypi/harbour@1.3', 'purl/pkg%3Apypi%2Fharbour%401.3', 'bad', 'affects harbour 1.3.'],
    ['package=pkg:pypi/harbour@latest', 'purl/pkg%3Apypi%2Fharbour%40latest', 'warn', 'may affect harbour latest'],
  ])('answers %s as the API does, with its evidence', async (query, path, tone, conclusion) => {
    const { status, text } = await app.get(`/why?${query}&cve=${IDS.published}`);
    const { body } = await app.get(`/api/v1/${path}?cve=${IDS.published}`);

    expect([status, faultsOfPage(text)]).toEqual([200, []]);
    expect(text).toContain(`<p class="call ${tone}"><strong>${IDS.published} ${conclusion}`);
    expect(text).toContain(`>${body['verdict'].replace('_', ' ')}</span>`);
    expect(text).toContain(`/api/v1/${path}?cve=${IDS.published}`);
    const hashes = [...text.matchAll(/href="\/api\/v1\/evidence\/([0-9a-f]{64})"/g)].map(([, sha256]) => sha256);
    expect(hashes.length).toBeGreaterThan(0);
    for (const sha256 of hashes) expect((await app.get(`/api/v1/evidence/${sha256}`)).status).toBe(200);
  });
});

describe('the other pages', () => {
  it.each([
    '/',
    '/search',
    '/search?q=harbour',
    '/search?q=%3Cscript%3Ealert(1)',
    '/search?q=-x',
    '/status',
    '/docs',
    '/docs/sbom',
  ])('%s is in order', async (path) => {
    const { status, text } = await app.get(path);

    expect([200, 400]).toContain(status);
    expect(faultsOfPage(text)).toEqual([]);
  });

  it('finds what is searched for, and leads to its page', async () => {
    const { text } = await app.get('/search?q=harbour+paths');

    expect(text).toContain(`href="/${IDS.published}"`);
    expect(text).toMatch(/<mark>/);
  });

  it.each([
    ['harbour', 'href="/package/harbour"'],
    ['harbour+1.3', 'href="/package/harbour?version=1.3"'],
    ['%40scope%2Fname', 'href="/package/%40scope%2Fname"'],
  ])('leads from the search for %s to the page of a package', async (q, link) => {
    expect((await app.get(`/search?q=${q}`)).text).toContain(link);
  });

  it.each(['harbour+paths', `%22${IDS.published}%22`, 'GHSA-2222-3333-4444', '-harbour'])(
    'does not take %s for a package',
    async (q) => {
      expect((await app.get(`/search?q=${q}`)).text).not.toContain('href="/package/');
    },
  );

  it('says on the first page that what is open is unknown where the tracker was never read', async () => {
    const { text } = await app.get('/');

    expect(text).toContain(
      '<p class="call plain"><strong>The tracker has not been read yet, so we don’t know which issues are open.',
    );
    expect(text).not.toContain('No tracked issue is open');
  });

  it('says on the status page what is the matter with a source', async () => {
    const { text } = await app.get('/status');

    expect(text).toContain('out of date');
    expect(text).toContain('CC0-1.0');
  });
});
