import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { search } from '../../src/http/routes/search/search.ts';
import { type TestApp, testApp } from '../support/app.ts';
import {
  type FindingWorld,
  findingWorld,
  madeCve,
  madeEpss,
  madeKev,
  madeOsv,
} from '../support/worlds/finding-world.ts';

let world: FindingWorld;
let app: TestApp;

const READ = 'CVE-2024-23897';
const HEADLINE = 'Arbitrary file read through the CLI';
const CVES = {
  [READ]: madeCve(READ, {
    title: HEADLINE,
    description: 'Jenkins 2.441 and earlier lets attackers read files through its <b>CLI</b> command parser.',
    vendor: 'Jenkins Project',
    product: 'Jenkins',
    severity: 'critical',
    cwe: 'CWE-22',
    published: '2024-01-24T17:52:22Z',
  }),
  'CVE-2024-1000': madeCve('CVE-2024-1000', {
    description: 'A plugin for Jenkins reads credentials.',
    vendor: 'Jenkins Project',
    product: 'Jenkins Git Plugin',
    severity: 'medium',
    cwe: 'CWE-79',
    published: '2024-06-01T00:00:00Z',
  }),
  'CVE-2024-1001': madeCve('CVE-2024-1001', {
    description: 'A reader of "jenkins" files that was rejected.',
    rejected: true,
    published: '2024-07-01T00:00:00Z',
  }),
  'CVE-2021-44228': madeCve('CVE-2021-44228', {
    description: 'JNDI features do not protect against endpoints that attackers control.',
    vendor: 'Apache Software Foundation',
    product: 'Apache Log4j2',
    severity: 'critical',
    published: '2021-12-10T00:00:00Z',
  }),
  'CVE-2020-0001': madeCve('CVE-2020-0001', {
    description: 'ünïcode 漏洞 \u0002marks\u0003',
    published: '2020-01-01T00:00:00Z',
  }),
};
const OSV = {
  'GHSA-6f9g-cxwr-q5jr': madeOsv('GHSA-6f9g-cxwr-q5jr', {
    summary: 'Jenkins file read',
    aliases: [READ],
    ecosystem: 'Maven',
    name: 'org.jenkins-ci.main:jenkins-core',
  }),
  'PYSEC-2024-1': madeOsv('PYSEC-2024-1', {
    details: 'The parser of frobnicate is slow.',
    aliases: ['GHSA-2222-2222-2222'],
    ecosystem: 'PyPI',
    name: 'frobnicate',
    published: '2024-05-01T00:00:00Z',
  }),
  'GHSA-2222-2222-2222': madeOsv('GHSA-2222-2222-2222', {
    summary: 'Slow parser in frobnicate',
    ecosystem: 'PyPI',
    name: 'frobnicate',
    published: '2024-05-01T00:00:00Z',
  }),
};

/** CVEs of which only KEV, only NVD and only EPSS know. */
const [EXPLOITED, ANALYSED, SCORED] = ['CVE-2019-7001', 'CVE-2019-7002', 'CVE-2019-7003'];

function madeNvd(id: string): object {
  const data = { vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', baseScore: 7.5 };
  return {
    cve: {
      id,
      vulnStatus: 'Analyzed',
      published: '2019-05-05T00:00:00.000',
      lastModified: '2019-06-06T00:00:00.000',
      descriptions: [{ lang: 'en', value: 'A sprocket is counted twice.' }],
      metrics: { cvssMetricV31: [{ source: 'nvd@nist.gov', cvssData: data }] },
    },
  };
}

const ERRATUM = {
  ...madeOsv('ALSA-2024:1', { summary: 'Important: wrench update', ecosystem: 'AlmaLinux:9', name: 'wrench' }),
  related: ['CVE-2024-1000', 'CVE-2021-44228'],
};

beforeAll(async () => {
  world = await findingWorld();
  const at = new Date('2026-01-01T00:00:00Z');
  await world.store.put('osv', { 'ALSA-2024:1': ERRATUM }, at);
  await world.store.put('cve_list_v5', CVES, at);
  await world.store.put('osv', OSV, at);
  await world.store.put('kev', { [READ]: madeKev(READ) }, at);
  await world.store.put('kev', { [EXPLOITED]: madeKev(EXPLOITED) }, at);
  await world.store.put('nvd', { [ANALYSED]: madeNvd(ANALYSED) }, at);
  const scores = { [READ]: 0.97, 'CVE-2024-1000': 0.01, [SCORED]: 0.4 };
  await world.store.put('epss', { '2026-01-01': madeEpss('2026-01-01', scores) }, at);
  app = await testApp({ routes: [search], databaseUrl: world.database.url });
});
afterAll(async () => {
  await app.close();
  await world[Symbol.asyncDispose]();
});

async function ask(query: Readonly<Record<string, string>>) {
  const response = await app.get(`/api/v1/search?${new URLSearchParams(query).toString()}`);
  const { data } = response.body;
  return { ...response, data, ids: (data?.results ?? []).map(({ id }: { id: string }) => id) };
}

describe('words', () => {
  it.each([
    ['jenkins', [READ, 'CVE-2024-1000', 'CVE-2024-1001']],
    ['JENKINS credentials', ['CVE-2024-1000']],
    ['"command parser"', [READ]],
    ['"parser command"', []],
    ['jenkins -plugin -rejected', [READ]],
    ['credentials or jndi', ['CVE-2024-1000', 'CVE-2021-44228']],
    ['reading files', [READ]],
    ['org.jenkins-ci.main:jenkins-core', [READ]],
    ['漏洞', ['CVE-2020-0001']],
    ['the a of', []],
  ])('%s', async (q, expected) => {
    const { ids, data } = await ask({ q });

    expect(new Set(ids)).toEqual(new Set(expected));
    expect([data.total, data.totalType, data.truncated]).toEqual([expected.length, 'exact', false]);
  });

  it('rank what is exploited first and what was rejected last, and show the latter without a rating', async () => {
    const { data, ids } = await ask({ q: 'jenkins' });

    expect(ids).toEqual([READ, 'CVE-2024-1000', 'CVE-2024-1001']);
    expect(data.results[2]).toMatchObject({ withdrawn: true, severity: null, score: null });
  });
});

describe('a row', () => {
  it('is one for all records of a vulnerability', async () => {
    const { data } = await ask({ q: 'jenkins cli' });

    expect(data.results).toEqual([
      {
        id: READ,
        aliases: ['GHSA-6f9g-cxwr-q5jr'],
        title: HEADLINE,
        snippet: 'Jenkins 2.441 and earlier lets attackers read files through its <b>CLI</b> command parser.',
        highlights: {
          title: [[32, 35]],
          snippet: [
            [0, 7],
            [67, 70],
          ],
        },
        severity: 'critical',
        score: 9.8,
        epss: { epss: 0.97, percentile: 0.97 },
        kev: true,
        published: '2024-01-24T17:52:22.000Z',
        modified: '2024-01-24T17:52:22.000Z',
        withdrawn: false,
        sources: ['cve_list_v5', 'osv', 'kev'],
        match: 'words',
      },
    ]);
  });

  it('joins aliases where there is no CVE, and says what it is about without a title', async () => {
    const { data, ids } = await ask({ q: 'frobnicate' });

    expect(ids).toEqual(['GHSA-2222-2222-2222']);
    expect(data.results[0]).toMatchObject({ aliases: ['PYSEC-2024-1'], title: 'Slow parser in frobnicate' });
  });

  it('marks words by numbers, whatever the text holds', async () => {
    const { data } = await ask({ q: 'marks' });

    expect(data.results[0]).toMatchObject({
      snippet: 'ünïcode 漏洞 \u0002marks\u0003',
      highlights: { snippet: [[12, 17]] },
    });
  });
});

describe('an id', () => {
  it.each([
    ['cve-2024-23897', READ, 'id'],
    ['ghsa-6F9G-cxwr-q5jr', READ, 'id'],
    ['pysec-2024-1', 'GHSA-2222-2222-2222', 'id'],
    ['credentials CVE-2021-44228', 'CVE-2021-44228', 'id'],
    ['log4shell', 'CVE-2021-44228', 'nickname'],
  ])('%s comes first', async (q, id, match) => {
    const { data } = await ask({ q });

    expect([data.results[0].id, data.results[0].match]).toEqual([id, match]);
  });

  it.each([['2024-23897'], ['cve2024-23897'], ['CVE 2024 23897'], ['CVE\u20112024\u201123897'], [' cve_2024_23897 ']])(
    'is understood as it is typed: %s',
    async (q) => {
      const { data, ids } = await ask({ q });

      expect([ids[0], data.results[0].match]).toEqual([READ, 'id']);
    },
  );

  it.each([
    [EXPLOITED, { kev: true, title: 'Flaw in Anvil', sources: ['kev'] }],
    [
      ANALYSED,
      {
        severity: 'high',
        snippet: 'A sprocket is counted twice.',
        published: '2019-05-05T00:00:00.000Z',
        sources: ['nvd'],
      },
    ],
    [SCORED, { title: null, epss: { epss: 0.4, percentile: 0.4 }, sources: ['epss'] }],
  ])('%s of which one source alone knows is found', async (id, expected) => {
    const { data } = await ask({ q: id });

    expect(data.results).toEqual([expect.objectContaining({ id, match: 'id', ...expected })]);
  });

  it('of an erratum leads to what it fixes, and has no row of its own', async () => {
    const { ids } = await ask({ q: 'ALSA-2024:1' });
    const { data } = await ask({ q: 'wrench' });

    expect(ids).toEqual(['CVE-2021-44228', 'CVE-2024-1000']);
    expect(data.results.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids);
    expect(data.results[0].aliases).not.toContain('ALSA-2024:1');
  });

  it('that nobody has finds nothing', async () => {
    const { data } = await ask({ q: 'CVE-1999-9999' });

    expect([data.total, data.results]).toEqual([0, []]);
  });
});

describe('a slip', () => {
  it.each([
    ['jekins', { from: 'jekins', to: 'jenkins' }, READ],
    ['frobincate', { from: 'frobincate', to: 'frobnicate' }, 'GHSA-2222-2222-2222'],
    ['frobnicatexyz', { from: 'frobnicatexyz', to: 'frobnicate' }, 'GHSA-2222-2222-2222'],
  ])('%s is put right', async (q, correction, id) => {
    const { data, ids } = await ask({ q });

    expect(data.corrections).toEqual([correction]);
    expect(ids).toContain(id);
  });

  it('that is like nothing is left out, and what is left is looked for', async () => {
    const { data, ids } = await ask({ q: 'jenkins zzzzzqqqq' });

    expect([data.ignored, data.matching]).toEqual([['zzzzzqqqq'], 'all_words']);
    expect(ids).toContain(READ);
  });

  it('is not suspected where records hold all words', async () => {
    const { data } = await ask({ q: 'jndi' });

    expect(data.corrections).toEqual([]);
  });

  it('falls back to some of the words when no record holds all', async () => {
    const { data, ids } = await ask({ q: 'jndi credentials' });

    expect(data.matching).toBe('some_words');
    expect(ids.toSorted()).toEqual(['CVE-2021-44228', 'CVE-2024-1000']);
  });
});

describe('a filter', () => {
  it.each<[Record<string, string>, string[]]>([
    [{ severity: 'critical' }, [READ, 'CVE-2021-44228']],
    [{ severity: 'all', q: 'jndi' }, ['CVE-2021-44228']],
    [{ cwe: 'cwe-79' }, ['CVE-2024-1000']],
    [{ cwe: '22' }, [READ]],
    [{ vendor: 'jenkins' }, ['CVE-2024-1000', READ]],
    [{ vendor: 'jenk' }, []],
    [{ vendor: 'Jenkins', product: 'jenkins_git_plugin' }, ['CVE-2024-1000']],
    [{ product: 'FROBNICATE' }, ['GHSA-2222-2222-2222']],
    [{ ecosystem: 'pypi' }, ['GHSA-2222-2222-2222']],
    [{ kev: 'true' }, [READ, EXPLOITED]],
    [{ severity: 'high' }, [ANALYSED]],
    [{ ecosystem: 'almalinux' }, ['CVE-2024-1000', 'CVE-2021-44228']],
    [{ kev: 'false', vendor: 'jenkins' }, ['CVE-2024-1000']],
    [{ epssMin: '0.5' }, [READ]],
    [{ publishedAfter: '2024-05-02', publishedBefore: '2024-06-01' }, ['CVE-2024-1000']],
    [{ q: 'jenkins', severity: 'medium' }, ['CVE-2024-1000']],
    [{ q: '-jenkins', severity: 'critical' }, ['CVE-2021-44228']],
  ])('%j', async (query, expected) => {
    expect((await ask(query)).ids).toEqual(expected);
  });

  it('sorts by date or severity', async () => {
    const [date, severity] = [
      await ask({ q: 'jenkins', sort: 'date' }),
      await ask({ q: 'jenkins or jndi', sort: 'severity' }),
    ];

    expect(date.ids).toEqual(['CVE-2024-1001', 'CVE-2024-1000', READ]);
    expect(severity.ids).toEqual([READ, 'CVE-2021-44228', 'CVE-2024-1000', 'CVE-2024-1001']);
  });
});

describe('pages', () => {
  it('go on by number and by cursor, ids on top included, and end', async () => {
    const seen: string[] = [];
    let query: Record<string, string> = { q: `jenkins or ${READ}`, limit: '1' };
    for (let page = 1; page <= 3; page += 1) {
      const { data, ids } = await ask(query);
      const numbered = await ask({ q: `jenkins or ${READ}`, limit: '1', page: String(page) });
      expect([data.page, ids]).toEqual([page, numbered.ids]);
      seen.push(...ids);
      query = { q: `jenkins or ${READ}`, limit: '1', cursor: data.nextCursor ?? 'none' };
    }
    const past = await ask({ q: 'jenkins', page: '9' });

    expect(seen).toEqual([READ, 'CVE-2024-1000', 'CVE-2024-1001']);
    expect(query['cursor']).toBe('none');
    expect([past.status, past.ids, past.data.total]).toEqual([200, [], 3]);
  });

  it('are at most 200 long', async () => {
    expect((await ask({ q: 'jenkins', limit: '5000' })).data.pageSize).toBe(200);
  });
});

describe('a question that cannot be answered', () => {
  it.each<[Record<string, string>, string]>([
    [{}, "Parameter 'q' is required"],
    [{ sort: 'date' }, "Parameter 'q' is required"],
    [{ q: '-jenkins' }, "Parameter 'q' contains only exclusions"],
    [{ q: 'x', cursor: 'abc' }, "Parameter 'cursor' is not a valid cursor"],
    [{ q: 'x', sort: "date'; drop table cve" }, "Parameter 'sort'"],
    [{ q: 'x', severity: 'worst' }, "Parameter 'severity'"],
    [{ q: 'x', page: '0' }, "Parameter 'page'"],
    [{ q: 'x\u0000' }, "Parameter 'q' contains a control character"],
    [{ q: 'x'.repeat(301) }, "Parameter 'q'"],
  ])('%j', async (query, error) => {
    const { status, body } = await ask(query);

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(body['error']).toContain(error);
  });

  // S8: signs that mean something to SQL, to the notation of queries or to LIKE.
  it.each([
    "'",
    '\\',
    '$$',
    ':*',
    '!(',
    "'; drop table cve; --",
    '%',
    '_',
    '& | ! <->',
    "a'b:*",
    '"',
    '\u{1f4a9}',
    '((((',
  ])('but not because of %s', async (sign) => {
    const asked = [
      { q: sign },
      { q: `jenkins ${sign}` },
      { vendor: sign, q: 'x' },
      { product: sign },
      { ecosystem: sign },
    ];

    const statuses = await Promise.all(asked.map(async (query) => (await ask(query)).status));

    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });
});

it('says what it is made from, and is not computed twice', async () => {
  const { body, headers } = await ask({ q: 'coverage' });
  const again = await ask({ q: 'coverage' });

  expect(body['coverage'].map(({ source }: { source: string }) => source)).toEqual([
    'cve_list_v5',
    'nvd',
    'osv',
    'advisory',
    'epss',
    'kev',
  ]);
  expect(body).toHaveProperty('asOf');
  expect([headers.get('x-cache'), again.headers.get('x-cache')]).toEqual(['MISS', 'HIT']);
});
