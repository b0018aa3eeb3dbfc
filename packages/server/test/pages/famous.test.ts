import { readScannedFile } from '@almanac/core/scan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { EXAMPLES } from '../../src/web/browser/example.ts';
import { checkAdvice, describeCheck } from '../support/advice/check-advice.ts';
import type { TestApp } from '../support/app.ts';
import { faultsOfPage } from '../support/page-faults.ts';
import { validateSteps } from '../support/pull-requests/validate-steps.ts';
import { openFamousApp } from '../support/worlds/famous-app.ts';

const SOURCES = ['cve_list_v5', 'osv', 'advisory', 'nvd', 'kev', 'nixpkgs', 'packages'] as const;

let app: TestApp;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  app = await openFamousApp(stack, SOURCES, {
    routes: ROUTES,
    pages: PAGES,
    siteUrl: 'http://localhost',
    settings: { deadlineMs: 60_000 },
  });
}, 120_000);
afterAll(() => stack.disposeAsync());

/** The address that a visitor is led to, or the first result. */
async function search(typed: string): Promise<string> {
  const response = await fetch(`${app.url}/search?q=${encodeURIComponent(typed)}`, { redirect: 'manual' });
  const text = await response.text();
  if (response.status === 302) return response.headers.get('location') ?? '';
  expect(faultsOfPage(text)).toEqual([]);
  return /<ol class="results"[^>]*><li><h2><a href="\/([^"]+)"/.exec(text)?.[1] ?? 'nothing';
}

const LOG4SHELL = '/CVE-2021-44228';
const XZ = '/CVE-2024-3094';

describe('what people type leads to', () => {
  it.each<[string, string]>([
    ['CVE-2021-44228', LOG4SHELL],
    ['cve-2021-44228', LOG4SHELL],
    ['  CVE-2021-44228 ', LOG4SHELL],
    ['2021-44228', LOG4SHELL],
    ['cve 2021 44228', LOG4SHELL],
    ['cve2021-44228', LOG4SHELL],
    ['CVE_2021_44228', LOG4SHELL],
    ['CVE: 2021-44228', LOG4SHELL],
    ['CVE‑2021‑44228', LOG4SHELL],
    ['CVE–2021–44228', LOG4SHELL],
    ['CVE—2021—44228', LOG4SHELL],
    ['CVE−2021−44228', LOG4SHELL],
    ['2024-3094', XZ],
    ['CVE-2014-0160', '/CVE-2014-0160'],
    ['CVE-1999-99999', '/CVE-1999-99999'],
    ['https://nvd.nist.gov/vuln/detail/CVE-2021-44228', LOG4SHELL],
    ['nvd.nist.gov/vuln/detail/CVE-2021-44228', LOG4SHELL],
    ['https://www.cve.org/CVERecord?id=CVE-2021-44228', LOG4SHELL],
    ['https://cve.mitre.org/cgi-bin/cvename.cgi?name=CVE-2021-44228', LOG4SHELL],
    ['https://security-tracker.debian.org/tracker/CVE-2024-3094', XZ],
    ['https://ubuntu.com/security/CVE-2024-3094', XZ],
    ['https://access.redhat.com/security/cve/CVE-2024-3094', XZ],
    ['https://osv.dev/vulnerability/CVE-2024-3094', XZ],
    ['https://osv.dev/vulnerability/GHSA-jfh8-c2jp-5v3q', LOG4SHELL],
    ['https://github.com/advisories/GHSA-jfh8-c2jp-5v3q', LOG4SHELL],
    ['https://github.com/apache/logging-log4j2/security/advisories/GHSA-jfh8-c2jp-5v3q', LOG4SHELL],
    ['https://rustsec.org/advisories/RUSTSEC-2022-0013.html', '/CVE-2022-24713'],
    ['https://pkg.go.dev/vuln/GO-2023-2102', '/CVE-2023-39325'],
    ['GHSA-jfh8-c2jp-5v3q', LOG4SHELL],
    ['ghsa-JFH8-C2JP-5V3Q', LOG4SHELL],
    ['ghsa jfh8 c2jp 5v3q', LOG4SHELL],
    ['PYSEC-2023-74', '/CVE-2023-32681'],
    ['pysec-2023-74', '/CVE-2023-32681'],
    ['GO-2023-2102', '/CVE-2023-39325'],
    ['RUSTSEC-2022-0013', '/CVE-2022-24713'],
    ['pkg:npm/lodash@4.17.20', '/package/lodash?version=4.17.20'],
    ['pkg:npm/lodash', '/package/lodash'],
    [
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
      '/package/org.apache.logging.log4j%3Alog4j-core?version=2.14.1',
    ],
    ['pkg:pypi/requests@2.30.0', '/package/requests?version=2.30.0'],
    ['pkg:nix/curl@8.14.1', '/package/curl?version=8.14.1'],
    ['lodash@4.17.20', '/package/lodash?version=4.17.20'],
    ['@angular/core@12.0.0', '/package/%40angular%2Fcore?version=12.0.0'],
    ['golang.org/x/net@v0.16.0', '/package/golang.org%2Fx%2Fnet?version=v0.16.0'],
    ['requests==2.30.0', '/package/requests?version=2.30.0'],
    ['https://www.npmjs.com/package/lodash/v/4.17.20', '/package/lodash?version=4.17.20'],
    ['https://pypi.org/project/requests/2.30.0/', '/package/requests?version=2.30.0'],
    ['CWE-79', '/search?cwe=CWE-79'],
    ['cwe 79', '/search?cwe=CWE-79'],
    ['cwe-502', '/search?cwe=CWE-502'],
    ['https://cwe.mitre.org/data/definitions/502.html', '/search?cwe=CWE-502'],
    // What is several things, or words, is a list.
    ['log4shell', 'CVE-2021-44228'],
    ['Heartbleed', 'CVE-2014-0160'],
    ['shellshock', 'CVE-2014-6271'],
    ['regresshion', 'CVE-2024-6387'],
    ['rapid reset', 'CVE-2023-44487'],
    ['spring4shell', 'CVE-2022-22965'],
    ['looney tunables', 'CVE-2023-4911'],
    ['citrix bleed', 'CVE-2023-4966'],
    ['"CVE-2021-44228"', 'CVE-2021-44228'],
    ['is CVE-2024-3094 exploited?', 'CVE-2024-3094'],
    ['CVE-2021-44228 CVE-2021-45046', 'CVE-2021-44228'],
    ['lodash', 'CVE-2020-8203'],
    ['jenkins', 'CVE-2024-23897'],
    ['moveit', 'CVE-2023-34362'],
    ['#999999999', 'nothing'],
    ['zzzzqqqq', 'nothing'],
  ])('%s', async (typed, expected) => {
    expect(await search(typed)).toBe(expected);
  });

  it('the page of an issue, by its number or its address', async () => {
    const { body } = await app.get('/api/v1/issues?limit=1');
    const { number } = body['data'].issues[0];

    const places = await Promise.all(
      [`#${number}`, `issue ${number}`, `https://github.com/NixOS/nixpkgs/issues/${number}`].map(search),
    );

    expect(new Set(places)).toEqual(new Set([`/issues/${number}`]));
  });
});

describe('the page of a search', () => {
  const get = async (path: string) => {
    const response = await app.get(path);
    expect(faultsOfPage(response.text)).toEqual([]);
    return response;
  };

  it('shows every filter of the API, and what was chosen', async () => {
    const { text } = await get('/search?kev=true&severity=critical&cwe=502&sort=date');

    for (const name of [
      'severity',
      'kev',
      'epssMin',
      'ecosystem',
      'product',
      'vendor',
      'cwe',
      'publishedAfter',
      'publishedBefore',
    ])
      expect(text).toContain(`name="${name}"`);
    expect(text).toContain('<option value="critical" selected>');
    expect(text).toContain('name="cwe" value="502"');
    expect(text).toContain('href="/CVE-2021-44228"');
  });

  it('helps where nothing was typed, and where nothing was found', async () => {
    for (const path of ['/search', '/search?q=zzzzqqqq', '/search?cwe=CWE-99999']) {
      expect((await get(path)).text).toContain('What you can search for');
    }
  });

  it('lists what has a weakness, by its name', async () => {
    const { text } = await get('/search?cwe=CWE-79&kev=true');

    expect(text).toContain('Cross-site scripting (CWE-79)');
    expect(text).toContain('href="/CVE-2020-11023"');
  });

  it('says which filter cannot be read', async () => {
    const { status, text } = await get('/search?cwe=many');

    expect([status, text.includes('cwe: expected a CWE ID')]).toEqual([400, true]);
  });

  it('says that an issue is not there', async () => {
    expect((await get('/search?q=%23999999999')).text).toContain('Issue 999999999 is not tracked.');
  });
});

describe('the API', () => {
  const ids = async (query: string) => {
    const { body } = await app.get(`/api/v1/search?${query}`);
    return (body['data'].results as { id: string }[]).map(({ id }) => id);
  };

  it.each([
    ['q=CWE-79', 'CVE-2020-11023'],
    ['q=pkg:npm/lodash@4.17.20', 'CVE-2021-23337'],
    ['q=lodash@4.17.20', 'CVE-2021-23337'],
    ['q=https://nvd.nist.gov/vuln/detail/CVE-2021-44228', 'CVE-2021-44228'],
  ])('understands the same: %s', async (query, id) => {
    expect(await ids(query)).toContain(id);
  });

  it('finds what an issue is about by its number', async () => {
    const { body } = await app.get('/api/v1/issues?limit=1');
    const { number, cves } = body['data'].issues[0];

    expect(await ids(`q=%23${number}`)).toEqual(cves);
  });

  it('never corrects a word that occurs', async () => {
    const { body } = await app.get('/api/v1/search?q=cross+site+scripting');

    expect(body['data'].corrections).toEqual([]);
    expect((body['data'].results as { id: string }[]).length).toBeGreaterThan(0);
  });
});

describe('the page of a well-known CVE', () => {
  const get = async (path: string) => {
    const response = await app.get(path);
    expect([response.status, faultsOfPage(response.text)]).toEqual([200, []]);
    return response.text;
  };
  const call = (text: string) => /<p class="call ([a-z]+)"><strong>([^<]*)<\/strong> ([^<]*)</.exec(text)?.slice(1);

  it.each([
    [
      'CVE-2021-44228',
      'bad',
      'Critical, exploited.',
      'Upgrade log4j-core to 2.16.0 (or 2.12.2). 2.15.0 fixes this one but has CVE-2021-45046 (critical, exploited).',
    ],
    ['CVE-2020-28500', 'warn', 'Medium,', 'Upgrade lodash to 4.17.21'],
    ['CVE-2024-3400', 'bad', 'Critical, exploited.', 'Upgrade PAN-OS to'],
    ['CVE-2023-4863', 'bad', 'High, exploited.', 'Upgrade libwebp to 1.3.2'],
  ])('%s says how bad it is and what to do', async (id, tone, lead, rest) => {
    const said = call(await get(`/${id}`));

    expect(said).toEqual([tone, expect.stringContaining(lead), expect.stringContaining(rest)]);
  });

  it.each([
    ['CVE-2021-23337', '4.17.20', 'affected', 'Upgrade lodash to 4.17.21.'],
    ['CVE-2021-23337', '4.17.21', 'not_affected', 'Fixed in 4.17.21.'],
    ['CVE-2021-44228', '2.14.1', 'affected', 'Upgrade log4j-core to 2.16.0.'],
    // Not a good version, although this CVE does not affect it.
    [
      'CVE-2021-44228',
      '2.15.0',
      'unknown',
      'But it has CVE-2021-45046 (critical, exploited). Upgrade log4j-core to 2.16.0.',
    ],
    ['CVE-2021-44228', '2.12.2', 'not_affected', ''],
  ])('%s with version %s: %s', async (id, version, verdict, more) => {
    const text = await get(`/${id}?version=${version}`);

    const [, kind, answer] = /<p class="answer ([a-z_]+)" role="status">(.*?)<\/p>/s.exec(text) ?? [];
    expect([kind, answer]).toEqual([verdict, expect.stringContaining(more)]);
  });

  it.each([
    ['CVE-2024-3400', '10.2.0', 'affected', 'Upgrade PAN-OS to 10.2.9-h1.'],
    ['CVE-2024-3400', '10.2.9-h1', 'not_affected', ''],
    // Affected unless exempt: a release line that is exempt is a way out.
    ['CVE-2024-23897', '2.400', 'affected', 'Upgrade Jenkins to 2.555.3.'],
    // Not a good version, although this CVE does not affect it.
    ['CVE-2024-23897', '2.442', 'unknown', 'But it has CVE-2024-23898 (high), CVE-2024-43044 (high),'],
  ])('%s with version %s of a product that no registry has: %s', async (id, version, verdict, more) => {
    const text = await get(`/${id}?version=${version}`);

    const [, kind, answer] = /<p class="answer ([a-z_]+)" role="status">(.*?)<\/p>/s.exec(text) ?? [];
    expect([kind, answer]).toEqual([verdict, expect.stringContaining(more)]);
    expect(answer).not.toContain('Upgrade to 1.606');
  });

  it('shows commands that can be copied', async () => {
    expect(await get('/CVE-2021-23337')).toContain('npm install lodash@4.17.21');
    const page = await get('/package/lodash?version=4.17.20');
    expect(page).toContain('npm install lodash@4.17.21');
    expect(page).toContain('<code>almanac package lodash@4.17.20</code>');
  });
});

describe('the first page', () => {
  it('starts with what is exploited and affects a channel, in numbers that the API has, and then what changed', async () => {
    const { status, text } = await app.get('/');
    const { body } = await app.get('/api/v1/exploitability?verdict=affected&limit=500');
    const risks = (body['data'].cves as { id: string; risk: string }[]).map(({ risk }) => risk);
    const exploited = risks.filter((risk) => risk === 'known_exploited' || risk === 'ssvc_active').length;

    expect([status, faultsOfPage(text)]).toEqual([200, []]);
    expect(exploited).toBeGreaterThan(0);
    expect(text).toContain(`<p class="call bad"><strong>${exploited} exploited vulnerabilit`);
    const places = ['class="call', 'name="q"', 'id="first"', 'id="unknown"', 'id="today"', 'id="trust"'];
    const order = places.map((each) => text.indexOf(each, text.indexOf('<main')));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const first = text.slice(text.indexOf('id="first"'), text.indexOf('id="unknown"'));
    expect([...first.matchAll(/<h3><a href="\/(CVE-[^"]+)"/g)].map(([, id]) => id)).toEqual(
      (body['data'].cves as { id: string }[]).slice(0, 5).map(({ id }) => id),
    );
    expect(first).toContain('known to be exploited');
    expect(first).toMatch(/href="\/package\/[^"]+"/);
    expect(text).toContain('id="fixes"');
  });
});

describe('the issues', () => {
  const list = async (query: string) => {
    const { status, text } = await app.get(`/issues${query}`);
    expect([status, faultsOfPage(text)]).toEqual([200, []]);
    return (text.match(/<tr role="row"[^>]*>.*?<\/tr>/gs) ?? []).slice(1);
  };

  it('come by risk, open ones first, each with the reason', async () => {
    const rows = await list('');

    const tier = (row: string) => [
      row.includes('>closed<') ? 2 : Number(row.includes('>not affected<')),
      row.includes('>exploited<') ? 0 : row.includes('>unknown</span></td><td role="cell"></td>') ? 2 : 1,
    ];
    const tiers = rows.map((row) => tier(row).join());
    expect(rows.length).toBeGreaterThan(5);
    expect(tiers).toEqual(tiers.toSorted());
    expect(rows[0]).toMatch(/>exploited<.*>open</s);
  });

  it.each(['redis@8.0.4', 'pkg:nix/redis@8.0.4'])('are found by the package %s', async (text) => {
    const rows = await list(`?package=${encodeURIComponent(text)}`);

    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(await list('?package=redis'));
  });

  it('can be narrowed to what is exploited', async () => {
    const rows = await list('?risk=exploited');

    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain('>exploited<');
  });
});

describe('the examples of the scan page', () => {
  const post = (path: string, body: object) =>
    app.get(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  it.each(Object.entries(EXAMPLES))('%s finds something, and an upgrade for it', async (_name, example) => {
    const file = example();
    const entries = readScannedFile(file.name, await file.text()).file?.entries ?? [];
    const purls = entries.flatMap(({ ask }) => ask ?? []);
    const answers = await post('/api/v1/purls', { purls });
    const affected = (answers.body['data'].results as { purl: string; verdict: string }[]).filter(
      ({ verdict }) => verdict === 'affected',
    );
    const plan = await post('/api/v1/remediation/plan', { packages: affected.map(({ purl }) => purl) });

    expect(affected.length).toBeGreaterThanOrEqual(3);
    expect(affected.length).toBeLessThan(purls.length);
    const targets = (plan.body['data'].set as { target: string | null }[]).filter(({ target }) => target !== null);
    expect(targets.length).toBeGreaterThanOrEqual(3);
  });
});

it('no interface recommends a version that it calls affected, and all recommend the same', async () => {
  const { body } = await app.get('/api/v1/search?q=CVE&limit=100');
  const cves = (body['data'].results as { id: string }[]).map(({ id }) => id);

  const check = await checkAdvice(app, [...new Set([...cves, ...HEADLINES])], { names: CARRIED });

  console.log(describeCheck(check));
  expect(check).toMatchObject({ exceptions: [], differences: [], missed: [] });
}, 300_000);

const CARRIED = ['curl', 'openssl', 'xz', 'redis', 'nginx', 'polkit', 'libwebp', 'jenkins', 'wordpress', 'mongodb'];

const HEADLINES = [
  'CVE-2021-44228',
  'CVE-2024-3094',
  'CVE-2023-4863',
  'CVE-2024-6387',
  'CVE-2017-5638',
  'CVE-2022-3602',
];

it.each([
  ['xz', '5.4.6', '5.6.0', ['newly-affected', 'CVE-2024-3094']],
  ['xz', '5.6.0', '5.6.1', []],
  ['xz', '5.6.1', '5.6.2', []],
  ['log4j-core', '2.14.1', '2.15.0', []],
  ['log4j-core', '2.15.0', '2.16.0', []],
])('a pull request from %s %s to %s has the errors %j', async (name, from, to, expected) => {
  const findings = await validateSteps(app, [{ name, from, to }]);

  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(errors.flatMap(({ rule, cves }) => [rule, cves].flat())).toEqual(expected);
});
