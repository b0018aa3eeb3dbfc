import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { REVIEW_CVES } from '../support/corpus/review-cves.ts';
import { type CorpusWorld, openCorpusWorld } from '../support/corpus/world.ts';

/** Examples of contradictions, bad answers and deviations that a review found on real records, each with the right answer. */

interface Shown {
  readonly id: string;
  readonly title: string | null;
  readonly severity: string | null;
  readonly published?: string | null;
  readonly modified?: string | null;
}

interface Fixed {
  readonly ecosystem: string | null;
  readonly name: string;
  readonly kind: string;
  readonly version: string;
}

/** Rated by NVD alone, titled by KEV alone, named by an alias' record alone, known to one source alone, and usual ones. */
const COMPARED = [
  'CVE-2016-0407',
  'CVE-2015-0666',
  'CVE-2014-100005',
  'CVE-2025-49844',
  'CVE-2026-9198',
  'CVE-2012-0441',
  'CVE-2017-9239',
  'CVE-2024-23897',
  'CVE-2024-46981',
  'CVE-2024-6387',
  'CVE-2023-44487',
];

/** What is fixed first; `none` of the software itself where only builds and repackagings are. */
const FIRST_FIXES = [
  ['CVE-2024-6387', 'builds_only', null],
  ['CVE-2024-3094', 'builds_only', null],
  ['CVE-2024-23897', 'subject', 'Jenkins 2.426.3'],
  ['CVE-2024-46981', 'subject', 'redis 6.2.17'],
  ['CVE-2023-44487', 'other', null],
] as const;

const ISSUE_FIXES = [
  ['nghttp2', 'CVE-2023-44487', '1.57.0'],
  ['nghttp2', 'CVE-2023-35945', null],
  ['envoy', 'CVE-2023-35945', '1.26.3'],
  ['xz', 'CVE-2024-3094', '5.6.2'],
  ['openssh', 'CVE-2024-6387', '9.8'],
  ['jenkins', 'CVE-2024-23897', '2.442'],
] as const;

/** Range expressions, which `/ghsa` writes too. */
const EXPRESSIONS = [
  ['redis', '7.4.1', 'CVE-2024-46981', '>= 7.4.0, < 7.4.2 || >= 7.2.0, < 7.2.7 || < 6.2.17'],
  ['firefox', '125.0', 'CVE-2024-4778', '< 126'],
  ['squid', '6.9', 'CVE-2024-45802', '>= 3.0, < 6.10'],
  ['flask-caching', '1.10.1', 'CVE-2021-33026', '<= 1.10.1'],
  ['xz', '5.6.1', 'CVE-2024-3094', '= 5.6.0 || = 5.6.1'],
] as const;

/** EPSS above 0.99; at the 94th percentile; listed in KEV; nothing. */
const SIGNALS = [
  ['CVE-2024-6387', 'epss', 'weaponized'],
  ['CVE-2006-0755', 'epss', 'theoretical'],
  ['CVE-2018-13379', 'kev', 'active'],
  ['CVE-2024-4778', 'epss', 'none'],
] as const;

describe.skipIf(!hasCorpus)('answers on real records', () => {
  let world: CorpusWorld;
  beforeAll(async () => {
    world = await openCorpusWorld({ cves: REVIEW_CVES, aggregates: true });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const data = async (path: string) => {
    const { status, body } = await world.get(`/api/v1${path}`);
    expect([path, status]).toEqual([path, 200]);
    return body['data'];
  };
  const dossier = async (cve: string) => (await world.get(`/api/v1/cve/${cve}/dossier`)).body;
  const found = async (q: string): Promise<readonly Shown[]> => (await data(`/search?q=${q}`)).results;

  describe('one vulnerability has one title, severity and dates', () => {
    it.each(COMPARED)('%s in the dossier and in search', async (cve) => {
      const { title, severity, published, modified } = (await dossier(cve))['canonical'] as Shown;
      const [row] = await found(cve);

      expect(row).toMatchObject({ id: cve, title, severity, published, modified });
      expect(title).not.toBeNull();
    });

    it('also where exploitability and packages name it', async () => {
      const listed: readonly Shown[] = (await data('/exploitability?limit=100')).cves;
      const matches: readonly (Shown & { cve: string })[] = (await data('/vulns/redis?version=7.4.1')).matches;
      const matched = matches.map(({ cve, title, severity }): Shown => ({ id: cve, title, severity }));
      const all = [...listed, ...matched];
      const wrong: string[] = [];
      for (const { id, title, severity } of all) {
        const { canonical } = await dossier(id);
        const same = canonical.title === title && (canonical.severity ?? 'unknown') === severity;
        if (!same) wrong.push(`${id}: ${title} ${severity}, dossier ${canonical.title} ${canonical.severity}`);
      }

      expect(wrong).toEqual([]);
      expect(all.length).toBeGreaterThan(40);
    });

    it('and its dates are the assigner’s, not those of the newest alias record', async () => {
      const { primary } = await data('/cve/CVE-2024-46981');
      const [row] = await found('CVE-2024-46981');

      expect([row?.published, row?.modified]).toEqual([primary.published, primary.modified]);
    });
  });

  describe('search', () => {
    it.each(['CVE-2026-9198', 'CVE-2026-8037', 'CVE-2012-0441'])(
      'finds %s, of KEV or NVD alone, by id',
      async (cve) => {
        expect((await found(cve)).map(({ id }) => id)).toEqual([cve]);
      },
    );

    it.each([
      ['JLSEC-2026-62', ['CVE-2024-3094']],
      ['ALSA-2024:6783', ['CVE-2024-6119']],
      ['BIT-redis-2024-46981', ['CVE-2024-46981']],
      ['ALSA-2025:19675', ['CVE-2025-46817', 'CVE-2025-46818', 'CVE-2025-46819', 'CVE-2025-49844']],
    ])('shows the vulnerabilities of %s, not a row of its own', async (record, cves) => {
      expect((await found(record)).map(({ id }) => id).sort()).toEqual(cves);
    });

    it('has regreSSHion in one row', async () => {
      const rows = (await found('openssh')).filter(({ id }) => id !== 'CVE-2024-6387');

      expect(rows).toEqual([]);
    });

    it('pages through everything in KEV to the end, the worst first', async () => {
      const listed: Shown[] = [];
      let cursor: string | null = null;
      let total = 0;
      for (let page = 0; page < 20; page += 1) {
        const next: string = cursor === null ? '' : `&cursor=${cursor}`;
        const answer = await data(`/search?kev=true&sort=severity&limit=3${next}`);
        listed.push(...answer.results);
        ({ nextCursor: cursor, total } = answer);
        if (cursor === null) break;
      }

      expect(cursor).toBeNull();
      expect(listed).toHaveLength(total);
      expect(new Set(listed.map(({ id }) => id)).size).toBe(total);
      const worst = ['critical', 'high', 'medium', 'low', null];
      const ranks = listed.map(({ severity }) => worst.indexOf(severity));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    });
  });

  describe('fixes', () => {
    it.each(FIRST_FIXES)('of %s: %s, first %s', async (cve, state, first) => {
      const { agentHints } = await dossier(cve);

      expect(agentHints.fixState).toBe(state);
      const [fix] = agentHints.knownFixedVersions as readonly Fixed[];
      if (first !== null) expect(`${fix?.name} ${fix?.version}`).toBe(first);
    });

    it('lists each fixed version once, those of builds and repackagings last', async () => {
      for (const [cve] of FIRST_FIXES) {
        const fixes: readonly Fixed[] = (await dossier(cve))['agentHints'].knownFixedVersions;

        const keys = fixes.map((fix) => [fix.ecosystem, fix.name.toLowerCase(), fix.version].join(' '));
        expect(keys).toEqual([...new Set(keys)]);
        const late = fixes.map(({ kind }) => Number(kind === 'build' || kind === 'repackaging'));
        expect(late).toEqual(late.toSorted((a, b) => a - b));
      }
    });

    it.each(ISSUE_FIXES)('of the issue about %s and %s: %s', async (name, cve, version) => {
      const { issues } = await data(`/issues?status=all&cve=${cve}&package=${name}`);

      expect(issues).toHaveLength(1);
      expect(issues[0].hasFixAvailable).toBe(version !== null);
      expect(issues[0].fix?.version.version ?? null).toBe(version);
    });
  });

  it.each([
    ['CVE-2024-3094', 'leave_versions', 'Move off xz 5.6.0 and 5.6.1; no other version is affected.'],
    ['CVE-2024-6387', 'upgrade', 'Upgrade OpenSSH '],
    ['CVE-2024-23897', 'upgrade', 'Upgrade Jenkins to 2.452.4. 2.442 fixes this one but has '],
    ['CVE-2023-44487', 'upgrade', 'Affects many products. Upgrade yours: '],
  ])('advice on %s: %s', async (cve, action, sentence) => {
    const { advice, recommendedActions } = (await dossier(cve))['agentHints'];

    expect([advice.action, recommendedActions[0].action]).toEqual([action, action]);
    expect(advice.sentence).toContain(sentence);
  });

  it('does not say of one finding that it is fixed and that nothing clears it', async () => {
    const file = 'pkgs/by-name/sq/squid/package.nix';
    const lines = [' pname = "squid";', '-version = "6.8";', '+version = "6.9";', ' ', ''];
    const diff = [`--- a/${file}`, `+++ b/${file}`, '@@ -1,3 +1,3 @@', ...lines].join('\n');
    const { body } = await world.post('/api/v1/pr/fix', { diff, title: 'squid: 6.8 -> 6.9' });

    const { findings, fixes } = body['data'];
    const at = findings.findIndex(({ cves }: { cves: string[] }) => cves.includes('CVE-2024-45802'));
    expect(findings[at].message).toContain('is still affected by CVE-2024-45802. ');
    expect(findings[at].message).toContain('Upgrade squid to 6.10.');
    expect(fixes[at].explanation).toContain('Upgrade squid to 6.10.');
  });

  it('counts vulnerabilities, not the advisories about them', async () => {
    const cves = new Set(REVIEW_CVES);
    for await (const { record } of world.corpus.records.osv()) {
      for (const [cve] of String(record).matchAll(/CVE-\d{4}-\d{4,}/g)) cves.add(cve);
    }
    const { total } = await data('/severity-breakdown');

    expect(total).toBeGreaterThanOrEqual(REVIEW_CVES.length);
    expect(total).toBeLessThanOrEqual(cves.size);
  });

  describe('ranges', () => {
    it.each(EXPRESSIONS)('%s %s, %s: %s', async (name, version, cve, expression) => {
      const { matches } = await data(`/vulns/${name}?version=${version}&cve=${cve}`);

      expect(matches.map((match: { affectedVersions: string }) => match.affectedVersions)).toEqual([expression]);
    });

    it('counts what OSV finds by ecosystem', async () => {
      const { osvMatches } = await data('/vulns/redis?version=8.0.3&cve=CVE-2025-49844');

      expect(osvMatches).toEqual({ Bitnami: 1 });
    });

    it('has no unaffected statements among the affected ones of a record', async () => {
      const { primary } = await data('/cve/CVE-2024-3094');

      expect(primary.affected).toEqual([{ vendor: null, product: 'xz', versions: ['5.6.0', '5.6.1'] }]);
      for (const cve of ['CVE-2023-38545', 'CVE-2024-23897', 'CVE-2024-6119']) {
        const { primary: other } = await data(`/cve/${cve}`);
        const versions: string[] = other.affected.flatMap((each: { versions: string[] }) => each.versions);
        expect(versions.filter((words) => words.startsWith('not affected'))).toEqual([]);
      }
    });
  });

  it('names a product once that the assigner and CISA spell in two ways', async () => {
    const { primary } = await data('/cve/CVE-2024-6119');
    const { packages } = await data('/graph/cve/CVE-2024-6119/affected');

    expect(primary.affected.map((each: { product: string }) => each.product)).toEqual(['OpenSSL']);
    expect(packages.map((each: { name: string }) => each.name)).toEqual(['OpenSSL', 'OpenSSL_jll']);
  });

  describe('health', () => {
    it('of redis has the one vulnerability that is open at the carried version', async () => {
      const [redis] = (await data('/package-health?package=redis')).packages;

      const { open, vulnerabilities } = redis.components.vulnerabilities.inputs;
      expect(open).toMatchObject({ critical: 1, high: 0, medium: 0, low: 0 });
      expect(vulnerabilities.map(({ id }: Shown) => id)).toEqual(['CVE-2025-49844']);
      expect(redis.verdict).toBe('affected');
    });

    it.each(['jenkins', 'zlib', 'openssl'])('of %s has nothing open, as the package and the graph', async (name) => {
      const [health] = (await data(`/package-health?package=${name}`)).packages;
      const { matches } = await data(`/vulns/${name}?version=${health.version}`);
      const graph = await data(`/graph/package/${name}/vulns?version=${health.version}`);

      const { judged, vulnerabilities } = health.components.vulnerabilities.inputs;
      expect({ judged, vulnerabilities, matches }).toEqual({ judged: true, vulnerabilities: [], matches: [] });
      expect(graph.vulnerabilities.filter((each: { verdict: string }) => each.verdict === 'affected')).toEqual([]);
      expect(health.components.vulnerabilities.score).toBe(100);
    });
  });

  describe('judgement', () => {
    it.each(SIGNALS)('%s by %s: %s', async (cve, signal, level) => {
      const { signals } = await data(`/cve/${cve}/exploit-signals`);

      const own = signals.filter((each: { signal: string }) => each.signal === signal);
      expect(own.map((each: { level: string }) => each.level)).toEqual([level]);
    });

    it('says that it is disputed, what an attacker can do, and what to do', async () => {
      const { sentences } = await data('/cve/CVE-2005-1831/ai-assessment');

      const text = sentences.map((each: { text: string }) => each.text).join(' ');
      expect(text).toMatch(/disputed/i);
      expect(text).toMatch(/a successful attacker can/);
      expect(text).toContain('Needs review.');
    });

    it('takes no import by a database for a delay', async () => {
      const { intervals } = await data('/cve/CVE-2024-6387/lifecycle');

      expect(intervals.filter(({ to }: { to: string }) => to === 'advisory')).toEqual([]);
    });

    it('says which fact is missing of a CVE that the CVE list lacks', async () => {
      const { agentHints } = await dossier('CVE-2026-9198');

      expect(agentHints.notSafeBecause).toContain('cve_list_record_missing');
      expect(agentHints.notSafeBecause).not.toContain('published');
    });
  });

  describe('the specification', () => {
    it('knows no CVE-1998-1234', async () => {
      expect((await world.get('/api/v1/cve/CVE-1998-1234')).status).toBe(404);
    });

    it('writes ids of a batch in upper case', async () => {
      const { body } = await world.post('/api/v1/cve/batch', { ids: ['cve-2024-3094'] });

      expect(body['data'].results.map(({ id }: Shown) => id)).toEqual(['CVE-2024-3094']);
    });

    it.each([
      ['99999999999999999999', 200],
      ['1e20', 400],
      ['0x10', 400],
      ['1e2', 400],
    ])('takes limit=%s for %i', async (limit, status) => {
      expect((await world.get(`/api/v1/issues?limit=${limit}`)).status).toBe(status);
    });

    it('takes today for no future', async () => {
      const today = new Date(world.app.clock.now).toISOString().slice(0, 10);

      expect((await world.get(`/api/v1/cve/CVE-2024-3094/at/${today}`)).status).toBe(200);
    });

    it('ignores an unknown parameter and names it', async () => {
      const { status, headers } = await world.get('/api/v1/search?q=redis&_=1');

      expect(status).toBe(200);
      expect(headers.get('x-ignored-parameters')).toBe('_');
    });

    it('names the tracker’s issues by their hashes and says why their bytes are withheld', async () => {
      const { nixpkgs } = (await data('/cve/CVE-2024-3094')).sources;

      expect(nixpkgs.withheld).toBe('no_licence');
      expect(nixpkgs.records.map(({ sha256 }: { sha256: string }) => sha256.length)).toEqual([64]);
    });
  });

  it('knows at a date what a bill of materials had then, by the same clock', async () => {
    const components = [{ type: 'library', name: 'redis', version: '8.0.3', purl: 'pkg:bitnami/redis@8.0.3' }];
    const sbom = { bomFormat: 'CycloneDX', specVersion: '1.5', components };
    for (const [date, known] of [
      ['2025-10-15', false],
      ['2025-10-17', true],
    ] as const) {
      const { body } = await world.post('/api/v1/sbom/time-travel?clock=true', { sbom, date });
      const { status } = await world.get(`/api/v1/cve/CVE-2025-49844/at/${date}?clock=true`);

      const same: readonly Shown[] = body['data'].components[0].same;
      expect([date, same.some(({ id }) => id === 'CVE-2025-49844')]).toEqual([date, known]);
      expect([date, status]).toEqual([date, known ? 200 : 404]);
    }
  });

  it.each(['/data-quality/stats', '/severity-breakdown'])('%s answers', async (path) => {
    expect((await data(path)).total).toBeGreaterThan(50);
  });

  it('plans for two CVEs', async () => {
    const { status } = await world.post('/api/v1/remediation/plan', { cves: ['CVE-2023-44487', 'CVE-2024-46981'] });

    expect(status).toBe(200);
  });
});
