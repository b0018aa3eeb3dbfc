import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { REVIEW_CVES } from '../support/corpus/review-cves.ts';
import { type CorpusWorld, openCorpusWorld } from '../support/corpus/world.ts';

/**
 * Examples of wrong verdicts that a review found on real records, each with the answer that the records give. What is right was
 * decided by reading the records, not by asking the service.
 */

interface Match {
  readonly cve: string;
  readonly confidence: string;
  readonly status: string;
  readonly fixedIn?: string | null;
  readonly severity: string | null;
  readonly proof: { readonly rule: string; readonly evidence: readonly { readonly id: string }[] };
}

interface Example {
  readonly package: string;
  readonly version: string;
  readonly cve: string;
  readonly why: string;
}

/** The verdict on one vulnerability in a package of the collection. */
const CLEARED: readonly Example[] = [
  {
    package: 'redis',
    version: '8.0.3',
    cve: 'CVE-2024-46981',
    why: 'fixed in 7.4.2; that KeyDB has no fix is about KeyDB',
  },
  {
    package: 'envoy',
    version: '1.35.2',
    cve: 'CVE-2023-35945',
    why: 'fixed in 1.26.3; nghttp2_jll is another subject',
  },
  {
    package: 'assimp',
    version: '6.0.2',
    cve: 'CVE-2024-45679',
    why: 'before 5.4.3; the end of assimp_jll is a build’s',
  },
  {
    package: 'openssl',
    version: '3.5.1',
    cve: 'CVE-2024-6119',
    why: 'the record ends with 3.3.2 and is unaffected by default',
  },
  { package: 'firefox', version: '143.0', cve: 'CVE-2024-4367', why: 'before 126' },
  { package: 'firefox', version: '143.0', cve: 'CVE-2024-4768', why: 'before 126' },
  { package: 'firefox', version: '143.0', cve: 'CVE-2024-4777', why: 'before 126' },
  { package: 'firefox', version: '143.0', cve: 'CVE-2024-4778', why: 'before 126' },
  { package: 'squid', version: '7.1', cve: 'CVE-2023-46724', why: 'before 6.4' },
  { package: 'squid', version: '7.1', cve: 'CVE-2023-46728', why: 'before 6.0.1' },
  { package: 'squid', version: '7.1', cve: 'CVE-2023-49288', why: 'before 6.0.1' },
  { package: 'squid', version: '7.1', cve: 'CVE-2024-25111', why: 'before 6.8' },
  { package: 'squid', version: '7.1', cve: 'CVE-2024-25617', why: 'before 6.5' },
  { package: 'squid', version: '7.1', cve: 'CVE-2024-37894', why: 'before 6.10' },
  { package: 'squid', version: '7.1', cve: 'CVE-2024-45802', why: 'before 6.10' },
  { package: 'electron', version: '37.5.1', cve: 'CVE-2023-23623', why: 'before 22.0.1' },
  { package: 'electron', version: '37.5.1', cve: 'CVE-2023-29198', why: 'before 22.3.6 and its siblings' },
  { package: 'electron', version: '37.5.1', cve: 'CVE-2023-39956', why: 'before 22.3.19 and its siblings' },
  { package: 'cups-browsed', version: '2.1.1', cve: 'CVE-2024-47176', why: 'up to 2.0.1' },
  { package: 'xz', version: '5.4.6', cve: 'CVE-2024-3094', why: '5.6.0 and 5.6.1 alone, unaffected by default' },
  { package: 'xz', version: '5.8.1', cve: 'CVE-2024-3094', why: '5.6.0 and 5.6.1 alone, unaffected by default' },
];

/** Nothing states versions of the package: at most possible, of low confidence and without a fix. */
const POSSIBLE_AT_MOST: readonly Example[] = [
  { package: 'nghttp2', version: '1.66.0', cve: 'CVE-2023-35945', why: 'the CVE’s own record is about Envoy' },
  {
    package: 'haskellPackages.assimp',
    version: '0.1',
    cve: 'CVE-2024-45679',
    why: 'a binding, with versions of its own',
  },
  {
    package: 'rubyPackages.openssl',
    version: '3.3.0',
    cve: 'CVE-2024-6119',
    why: 'a binding, with versions of its own',
  },
  { package: 'exiv2', version: '0.28.7', cve: 'CVE-2017-9239', why: 'the record is about the package of PyPI' },
  { package: 'cups-browsed', version: '2.1.1', cve: 'CVE-2024-47175', why: 'the record is about libppd' },
];

/** What has to stay found. */
const AFFECTED: readonly (Example & { readonly fixedIn: string | null })[] = [
  { package: 'redis', version: '8.0.3', cve: 'CVE-2025-49844', fixedIn: '8.0.4', why: 'from 8.0.0, before 8.0.4' },
  { package: 'redis', version: '7.4.1', cve: 'CVE-2024-46981', fixedIn: '7.4.2', why: 'from 7.4.0, before 7.4.2' },
  { package: 'assimp', version: '5.4.2', cve: 'CVE-2024-45679', fixedIn: '5.4.3', why: 'before 5.4.3' },
  { package: 'envoy', version: '1.26.2', cve: 'CVE-2023-35945', fixedIn: '1.26.3', why: 'from 1.26.0, before 1.26.3' },
  { package: 'openssl', version: '3.3.1', cve: 'CVE-2024-6119', fixedIn: '3.3.2', why: 'from 3.3.0, before 3.3.2' },
  { package: 'firefox', version: '125.0', cve: 'CVE-2024-4778', fixedIn: '126', why: 'before 126' },
  { package: 'squid', version: '6.9', cve: 'CVE-2024-45802', fixedIn: '6.10', why: 'from 3.0, before 6.10' },
  {
    package: 'xz',
    version: '5.6.1',
    cve: 'CVE-2024-3094',
    fixedIn: '5.6.2',
    why: '5.6.0 and 5.6.1; Anchore names the fix',
  },
  { package: 'flask-caching', version: '1.10.1', cve: 'CVE-2021-33026', fixedIn: null, why: 'up to 1.10.1' },
  {
    package: 'spark',
    version: '3.2.2',
    cve: 'CVE-2024-23945',
    fixedIn: '3.3.4',
    why: 'the product beside a Maven artifact, from 3.0.0, before 3.3.4',
  },
];

/** Whole packages, with the verdict on everything in the slice. */
const PACKAGES = [
  ['firefox', '143.0', 'not_affected'],
  ['squid', '7.1', 'not_affected'],
  ['xz', '5.4.6', 'not_affected'],
  ['nghttp2', '1.66.0', 'unknown'],
  ['cups-browsed', '2.1.1', 'unknown'],
  ['redis', '8.0.3', 'affected'],
  ['flask-caching', '1.10.1', 'affected'],
] as const;

const titled = (examples: readonly Example[]) =>
  examples.map((each) => [`${each.package} ${each.version}, ${each.cve}: ${each.why}`, each] as const);

describe.skipIf(!hasCorpus)('verdicts on real records', () => {
  let world: CorpusWorld;
  beforeAll(async () => {
    world = await openCorpusWorld({ cves: REVIEW_CVES });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = async ({ package: name, version, cve }: Pick<Example, 'package' | 'version'> & { cve?: string }) => {
    const one = cve === undefined ? '' : `&cve=${cve}`;
    const { status, body } = await world.get(`/api/v1/vulns/${name}?version=${version}${one}`);
    expect(status).toBe(200);
    return { ...body, matches: body['data'].matches as readonly Match[] } as typeof body & {
      matches: readonly Match[];
    };
  };
  const askPurl = async (purl: string, cve?: string) => {
    const one = cve === undefined ? '' : `?cve=${cve}`;
    const { status, body } = await world.get(`/api/v1/purl/${encodeURIComponent(purl)}${one}`);
    expect(status).toBe(200);
    return body;
  };

  describe('past the fix', () => {
    it.each(titled(CLEARED))('%s', async (_title, example) => {
      const { verdict, matches, data } = await ask(example);

      expect({ verdict, matches: matches.map(({ cve }) => cve) }).toEqual({ verdict: 'not_affected', matches: [] });
      expect(data.evaluated.notAffected).toBeGreaterThan(0);
      const [cleared] = data.cleared.vulnerabilities;
      expect({ id: cleared?.id, by: cleared?.by.source }).toEqual({ id: example.cve, by: 'cve_list_v5' });
      expect(cleared?.reason).not.toBe('status_unknown');
    });
  });

  describe('no versions of the package are stated', () => {
    it.each(titled(POSSIBLE_AT_MOST))('%s', async (_title, example) => {
      const { verdict, matches } = await ask(example);

      expect(verdict).not.toBe('affected');
      for (const { confidence, status, fixedIn } of matches) {
        expect({ confidence, status, fixedIn: fixedIn ?? null }).toEqual({
          confidence: 'low',
          status: 'possible',
          fixedIn: null,
        });
      }
    });
  });

  describe('within the range', () => {
    it.each(titled(AFFECTED))('%s', async (_title, example) => {
      const { verdict, matches } = await ask(example);

      expect(verdict).toBe('affected');
      const found = matches.map(({ cve, status, fixedIn }) => ({ cve, status, fixedIn: fixedIn ?? null }));
      expect(found).toEqual([
        { cve: example.cve, status: 'affected', fixedIn: (example as (typeof AFFECTED)[number]).fixedIn },
      ]);
    });
  });

  it.each(PACKAGES)('%s %s as a whole: %s', async (name, version, expected) => {
    const { verdict } = await ask({ package: name, version });

    expect(verdict).toBe(expected);
  });

  it('shows an open issue as stale where the CVE’s own record is past its fix', async () => {
    const { data } = await ask({ package: 'redis', version: '8.0.3', cve: 'CVE-2024-46981' });

    expect(data.cleared.vulnerabilities[0].staleIssues).toHaveLength(1);
  });

  it('names no record of another product as proof about nghttp2', async () => {
    const { matches } = await ask({ package: 'nghttp2', version: '1.66.0' });

    const proofs = matches.flatMap(({ proof }) => proof.evidence.map(({ id }) => id));
    expect(proofs.filter((id) => id.startsWith('BIT-') || id.startsWith('GHSA-'))).toEqual([]);
    expect(matches.map(({ cve, proof }) => [cve, proof.rule])).toEqual([['CVE-2023-35945', 'tracked_unstated']]);
  });

  it('clears nghttp2 by the fix that Anchore alone names, not by those of APISIX, Jenkins, Node or Solr', async () => {
    const { verdict, matches, data } = await ask({ package: 'nghttp2', version: '1.66.0', cve: 'CVE-2023-44487' });

    expect({ verdict, matches }).toEqual({ verdict: 'not_affected', matches: [] });
    expect(data.cleared.vulnerabilities).toMatchObject([{ id: 'CVE-2023-44487', by: { source: 'nvd_overrides' } }]);
  });

  it('says of an issue about nghttp2 only that it names the package and the CVE', async () => {
    const { body } = await world.get('/api/v1/vulns/nghttp2?version=1.66.0&cve=CVE-2023-35945');

    const [evidence] = body['data'].matches[0].proof.evidence;
    expect([evidence.kind, evidence.identity.rule, evidence.identity.reason]).toEqual([
      'issue',
      'tracked_issue',
      'a tracker issue names the package and the CVE',
    ]);
  });

  it('shows no fix of CUPS for cups-browsed', async () => {
    const { matches } = await ask({ package: 'cups-browsed', version: '2.1.1', cve: 'CVE-2024-47850' });
    const { body } = await world.get('/api/v1/issues?status=all&cve=CVE-2024-47850');

    const fixes = (body['data'].issues as { packages: string[]; fix: { version?: { version: string } } | null }[]).map(
      ({ packages, fix }) => [packages[0], fix?.version?.version ?? null],
    );
    expect(matches.map(({ cve, fixedIn }) => [cve, fixedIn ?? null])).toEqual([['CVE-2024-47850', null]]);
    expect(new Map(fixes as [string, string | null][])).toEqual(
      new Map([
        ['cups', '2.5b1'],
        ['cups-browsed', null],
      ]),
    );
  });

  it('plans no version of another product for nghttp2', async () => {
    const { body } = await world.post('/api/v1/remediation/plan', { packages: ['pkg:nix/nghttp2@1.66.0'] });

    const [plan] = body['data'].plans;
    expect({
      status: plan.status,
      target: plan.target,
      namedBy: plan.namedBy,
      alternatives: plan.alternatives,
    }).toEqual({
      status: 'no_fix',
      target: null,
      namedBy: null,
      alternatives: [],
    });
  });

  it('says the same of flask-caching by its name and by its purl', async () => {
    const byName = await ask({ package: 'flask-caching', version: '1.10.1' });
    const byPurl = await askPurl('pkg:pypi/flask-caching@1.10.1');

    const [named, exact] = [byName.matches, byPurl['data'].matches as readonly Match[]].map((matches) =>
      matches.map(({ cve, status, severity }) => ({ cve, status, severity })),
    );
    expect(exact).toEqual([{ cve: 'CVE-2021-33026', status: 'affected', severity: 'critical' }]);
    expect(named).toEqual(exact);
    expect(byPurl['verdict']).toBe(byName['verdict']);
    expect(byPurl['data'].evaluated.records).toBeGreaterThan(0);
  });

  it('says possible, never not affected, where a rejected CVE has a live record that includes the version', async () => {
    const byName = await ask({ package: 'envoy', version: '1.31.1', cve: 'CVE-2024-7207' });
    const byPurl = await askPurl('pkg:bitnami/envoy@1.31.1', 'CVE-2024-7207');

    for (const { verdict, data } of [byName, byPurl as typeof byName]) {
      expect(verdict).toBe('unknown');
      expect(data.matches.map((match: Match) => [match.status, match.proof.rule])).toEqual([['possible', 'rejected']]);
    }
  });

  it('counts the records that clear envoy of Bitnami', async () => {
    const { verdict, data } = await askPurl('pkg:bitnami/envoy@1.35.2');

    expect([verdict, data.evaluated.affected, data.evaluated.unknown]).toEqual(['not_affected', 0, 0]);
    expect(data.evaluated.notAffected).toBeGreaterThan(0);
  });

  it('never says not affected beside an undecided record, nor on nothing', async () => {
    const examples = [...CLEARED, ...AFFECTED, ...POSSIBLE_AT_MOST, { package: 'curl', version: '8.14.2' }];
    const asked = new Map(
      examples
        .flatMap((each) => [each, { package: each.package, version: 'not-a-version' }])
        .map((each) => [`${each.package} ${each.version}`, { package: each.package, version: each.version }]),
    );
    let clean = 0;
    for (const [title, question] of asked) {
      const { verdict, data } = await ask(question);
      if (verdict !== 'not_affected') continue;
      clean += 1;
      expect([title, data.evaluated.unknown]).toEqual([title, 0]);
      expect([title, data.evaluated.notAffected]).not.toEqual([title, 0]);
    }

    expect(clean).toBeGreaterThan(5);
  });

  it('judges no upstream version of xz by a build of a distribution', async () => {
    const { matches, data } = await ask({ package: 'xz', version: '5.4.6' });

    expect(matches).toEqual([]);
    expect(data.otherMatches).toEqual([]);
  });

  it('lists nothing as affected by CVE-2024-3094 that its record calls unaffected', async () => {
    const { body } = await world.get('/api/v1/graph/cve/CVE-2024-3094/affected');

    const packages = body['data'].packages as readonly {
      vendor: string | null;
      name: string;
      ecosystem: string | null;
    }[];
    expect(packages.map(({ vendor, ecosystem, name }) => [vendor, ecosystem, name])).toEqual([
      [null, null, 'xz'],
      [null, 'Julia', 'XZ_jll'],
    ]);
  });

  it('says in the lookup that redis is affected by CVE-2025-49844, which no issue names', async () => {
    const { body } = await world.get('/api/v1/cve/CVE-2025-49844');

    const { issues, packages } = body['data'].nixpkgs;
    const redis = packages.find((each: { attribute: string }) => each.attribute === 'redis');
    expect(issues).toEqual([]);
    expect(redis).toMatchObject({ version: '8.0.3', verdict: 'affected', fixedIn: '8.0.4' });
  });

  it('says in the lookup and in the graph what it says of the package', async () => {
    const wrong: string[] = [];
    let compared = 0;
    for (const cve of new Set([...CLEARED, ...POSSIBLE_AT_MOST, ...AFFECTED].map((each) => each.cve))) {
      const { body: lookup } = await world.get(`/api/v1/cve/${cve}`);
      const { body: graph } = await world.get(`/api/v1/graph/cve/${cve}/affected`);
      const carried = [...(lookup['data'].nixpkgs?.packages ?? []), ...graph['data'].collection];
      for (const { attribute, version, verdict } of carried.slice(0, 6)) {
        compared += 1;
        const own = await ask({ package: encodeURIComponent(attribute), version, cve });
        if (own['verdict'] !== verdict)
          wrong.push(`${cve} ${attribute} ${version}: ${verdict}, /vulns ${own['verdict']}`);
      }
    }

    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(30);
  });
});
