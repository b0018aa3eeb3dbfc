import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../test/matching-entry.ts';
import { readCve } from '../../ranges/cve.ts';
import { readOsv } from '../../ranges/osv.ts';
import type { FoundAssertion, MatchFacts, RecordFact, TrackedIssue } from '../facts.ts';
import { matchesById, recordsOfMatch } from '../match.ts';
import { matchPackage } from '../match-package.ts';
import { matchAndSummarise, summaryOf } from './summarised.ts';

const CVE = 'CVE-2026-10001';
const HARBOUR = entryOf('harbour', { homepage: 'https://github.com/tidewater/harbour', version: '1.5' });
const withHash = (assertions: readonly FoundAssertion['assertion'][], sha256: string | null = null) =>
  assertions.map((assertion) => ({ assertion, sha256 }));
const cve = (versions: readonly object[], id = CVE, defaultStatus = 'unaffected') => {
  const affected = [{ vendor: 'tidewater', product: 'harbour', versions, defaultStatus }];
  return withHash(
    readCve({ cveMetadata: { cveId: id }, containers: { cna: { affected } } }).assertions,
    'c'.repeat(64),
  );
};
const go = (id: string, fixed = '2.0') => {
  const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }];
  return withHash(
    readOsv({ id, affected: [{ package: { ecosystem: 'Go', name: 'github.com/tidewater/harbour' }, ranges }] })
      .assertions,
  );
};
const below = (lessThan: string) => [{ version: '0', lessThan, status: 'affected', versionType: 'semver' }];
const fact = (source: string, id: string, more: Partial<RecordFact> = {}): RecordFact => ({
  source,
  id,
  title: null,
  severities: [],
  references: [],
  rejected: false,
  ...more,
});
const issue = (number: number, more: Partial<TrackedIssue> = {}): TrackedIssue => ({
  number,
  title: `harbour: issue ${number}`,
  url: `https://example.com/${number}`,
  state: 'open',
  cves: [CVE],
  packages: ['harbour'],
  fixed: false,
  ...more,
});
const ALIASES = [{ id: CVE, ids: [CVE, 'GHSA-1', 'GO-1'] }];

function factsOf(found: readonly FoundAssertion[], more: Partial<MatchFacts> = {}): MatchFacts {
  const sources = ['cve_list_v5', 'osv', 'packages'].map((source) => ({ source, state: 'ok' }));
  return {
    question: { package: 'harbour', version: '1.5' },
    collection: [HARBOUR],
    issues: [],
    found,
    aliases: ALIASES,
    records: [],
    sources,
    ...more,
  };
}

const match = (found: readonly FoundAssertion[], more?: Partial<MatchFacts>) =>
  matchPackage(factsOf(found, more)).matches[0];

describe('a match', () => {
  it('goes by its CVE, and names its other ids, sources and ecosystems', () => {
    expect(match([...go('GO-1'), ...go('GHSA-1'), ...cve(below('2.0'))])).toMatchObject({
      cve: CVE,
      id: CVE,
      aliases: ['GHSA-1', 'GO-1'],
      source: 'osv',
      sources: ['cve_list_v5', 'osv'],
      osvEcosystems: ['Go'],
    });
  });

  it('goes by another id where no CVE is known', () => {
    const { matches, otherMatches } = matchPackage(factsOf(go('GHSA-9')));

    expect(matches).toEqual([]);
    expect(otherMatches).toMatchObject([{ cve: null, id: 'GHSA-9', aliases: [] }]);
  });

  it('counts no ecosystem in which a record excludes the version', () => {
    expect(match([...go('GHSA-1', '1.0'), ...cve(below('2.0'))])).toMatchObject({
      source: 'pkgtracker',
      osvEcosystems: [],
    });
  });

  it.each<[string | null, readonly RecordFact[], readonly TrackedIssue[]]>([
    [
      'advisory',
      [
        fact('nvd', CVE, { title: 'nvd' }),
        fact('cve_list_v5', CVE, { title: 'list' }),
        fact('osv', 'GO-1', { title: 'osv' }),
        fact('advisory', 'GHSA-1', { title: 'advisory' }),
      ],
      [issue(7)],
    ],
    [
      'osv',
      [
        fact('nvd', CVE, { title: 'nvd' }),
        fact('cve_list_v5', CVE, { title: 'list' }),
        fact('osv', 'GO-1', { title: 'osv' }),
      ],
      [],
    ],
    ['list', [fact('nvd', CVE, { title: 'nvd' }), fact('cve_list_v5', CVE, { title: 'list' })], []],
    ['first', [fact('osv', 'GO-1', { title: 'second' }), fact('osv', 'GHSA-1', { title: 'first' })], []],
    [
      'osv',
      [fact('advisory', 'GHSA-1', { title: 'withdrawn', rejected: true }), fact('osv', 'GO-1', { title: 'osv' })],
      [],
    ],
    ['harbour: issue 7', [fact('osv', 'GO-1')], [issue(7)]],
    [null, [], []],
  ])('is called %s', (title, records, issues) => {
    expect(match(cve(below('2.0')), { records, issues })?.title).toBe(title);
  });

  it('is as severe as its records that are not withdrawn say', () => {
    const severity = (rating: string) =>
      [{ source: 'advisory', kind: 'rating', rating }] as unknown as RecordFact['severities'];
    const rated = (rating: string, rejected = false) =>
      match(cve(below('2.0')), { records: [fact('advisory', 'GHSA-1', { severities: severity(rating), rejected })] });

    expect(rated('high', true)).toMatchObject({ severity: null, score: null });
    expect(match(cve(below('2.0')))).toMatchObject({ severity: null, score: null });
  });

  it('refers to each address once, and to no more than an answer has', () => {
    const many = Array.from({ length: 30 }, (_, i) => `https://example.org/${i}`);
    const references = (records: readonly RecordFact[], issues: readonly TrackedIssue[] = []) =>
      match(cve(below('2.0')), { records, issues })?.references;

    expect(
      references(
        [
          fact('nvd', CVE, { references: ['https://b', 'https://a'] }),
          fact('advisory', 'GHSA-1', { references: ['https://a'] }),
          fact('osv', 'GO-1', { references: ['https://x'], rejected: true }),
        ],
        [issue(7)],
      ),
    ).toEqual(['https://a', 'https://b', 'https://example.com/7']);
    expect(references([fact('nvd', CVE, { references: many })])).toEqual(many.slice(0, 20));
  });

  it.each<[string | null, string | null, readonly object[], string?]>([
    ['>= 1.0, < 2.0', 'from 1.0 up to but not including 2.0', [{ ...below('2.0')[0], version: '1.0' }]],
    [null, 'every version', [], 'affected'],
    [
      '< 2.0',
      'every version but: from 2.0 onwards',
      [{ ...below('*')[0], version: '2.0', status: 'unaffected' }],
      'affected',
    ],
  ])('has the versions %s: %s', (affectedVersions, affectedInWords, versions, defaultStatus) => {
    expect(match(cve(versions, CVE, defaultStatus))).toMatchObject({ affectedVersions, affectedInWords });
  });

  it('of an issue alone has no versions and no fix', () => {
    expect(match([], { issues: [issue(7)] })).toMatchObject({
      affectedVersions: null,
      affectedInWords: null,
      fixedIn: null,
      fix: null,
      source: 'pkgtracker',
      sources: ['nixpkgs'],
      proof: {
        evidence: [
          {
            kind: 'issue',
            source: 'nixpkgs',
            id: '7',
            sha256: null,
            state: 'open',
            title: 'harbour: issue 7',
            url: 'https://example.com/7',
          },
        ],
        overturn: 'a record that gives the versions',
      },
    });
  });

  it.each<[string, Partial<MatchFacts>, readonly FoundAssertion[]]>([
    [
      'a build without the patch would be affected',
      { collection: [{ ...HARBOUR, patched: [CVE] }] },
      cve(below('2.0')),
    ],
    [
      'a build without the patch would be affected',
      { question: { package: 'harbour', version: '1.5', patched: [CVE] } },
      cve(below('2.0')),
    ],
    [
      'nixpkgs withdrawing its statement',
      { collection: [{ ...HARBOUR, knownVulnerabilities: [CVE] }] },
      cve(below('2.0')),
    ],
    [
      'a CPE name or package URL declared in nixpkgs',
      { collection: [entryOf('harbour', { version: '1.5' })] },
      cve(below('2.0')),
    ],
    ['2.0 and later, would not be affected by this statement', {}, cve(below('2.0'))],
  ])('would be overturned by %s', (overturn, more, found) => {
    expect(match(found, more)?.proof.overturn).toBe(overturn);
  });

  it('carries some of its evidence, and counts the rest', () => {
    const issues = Array.from({ length: 12 }, (_, i) => issue(i));

    const proof = match([...cve(below('2.0')), ...go('GHSA-1', '1.0')], { issues })?.proof;

    expect(proof?.evidence).toHaveLength(8);
    expect(proof?.evidence[0]).toMatchObject({ kind: 'record', id: CVE, sha256: 'c'.repeat(64) });
    expect(proof?.against).toMatchObject([{ kind: 'not_affected', source: 'osv', id: 'GHSA-1', sha256: null }]);
    expect(proof?.left).toBe(5);
  });
});

describe('a vulnerability that is cleared', () => {
  it('says by which record, why, and which open issues name it all the same', () => {
    const issues = [issue(7), issue(8, { state: 'closed' })];
    const { matches, cleared } = matchPackage(factsOf([...cve(below('1.0')), ...go('GHSA-1', '1.0')], { issues }));

    expect(matches).toEqual([]);
    expect(cleared).toMatchObject([
      {
        cve: CVE,
        id: CVE,
        aliases: ['GHSA-1', 'GO-1'],
        reason: 'outside',
        staleIssues: [7],
        by: { kind: 'not_affected' },
      },
    ]);
  });

  it('is outside of the ranges of a record without a default', () => {
    expect(matchPackage(factsOf(cve(below('1.0'), CVE, 'unknown'))).cleared).toMatchObject([{ reason: 'outside' }]);
  });

  it('is marked as unaffected', () => {
    const versions = [{ version: '1.5', status: 'unaffected', versionType: 'semver' }, ...below('2.0')];

    expect(matchPackage(factsOf(cve(versions))).cleared).toMatchObject([{ reason: 'marked_unaffected' }]);
  });

  it('without a CVE goes by its own id', () => {
    expect(matchPackage(factsOf(go('GHSA-9', '1.0'))).cleared).toMatchObject([
      { cve: null, id: 'GHSA-9', aliases: [] },
    ]);
  });
});

describe('matches', () => {
  const other = 'CVE-2026-10002';
  const { matches } = matchPackage(factsOf([...cve(below('2.0')), ...cve(below('2.0'), other), ...go('GHSA-1')]));

  it('are found by each of their ids', () => {
    const known = matchesById(matches);

    expect([CVE, 'GHSA-1', 'GO-1', other].map((id) => known.get(id)?.id)).toEqual([CVE, CVE, CVE, other]);
    expect(known.get('GHSA-9')).toBeUndefined();
    expect(matchesById([...matches.slice(0, 1), { ...matches[0]!, id: 'later' }]).get('GHSA-1')?.id).toBe(CVE);
  });

  it('rest on the records of their evidence', () => {
    expect(recordsOfMatch(matches[0]!)).toEqual([
      { source: 'cve_list_v5', id: CVE, sha256: 'c'.repeat(64) },
      { source: 'osv', id: 'GHSA-1', sha256: null },
    ]);
    expect(recordsOfMatch(match([], { issues: [issue(7)] })!)).toEqual([]);
  });

  it('are summarised by any of their ids, the first that says something', () => {
    const summaries = new Map([
      [CVE, { severity: null, score: null, title: null }],
      ['GHSA-1', { severity: 'high' as const, score: 7.5, title: 'A hole' }],
      ['GO-1', { severity: 'low' as const, score: 2, title: 'Another' }],
      [other, { severity: 'none' as const, score: 0, title: 'No hole' }],
    ]);

    expect(summaryOf([CVE, 'GHSA-1', 'GO-1'], summaries)).toEqual({ severity: 'high', score: 7.5, title: 'A hole' });
    expect(summaryOf([other], summaries)).toEqual({ severity: null, score: null, title: 'No hole' });
    expect(summaryOf(['GHSA-9'], summaries)).toEqual({ severity: null, score: null, title: null });
    const summarised = matchAndSummarise(
      factsOf([...cve(below('2.0'), other), ...cve(below('2.0')), ...go('GHSA-9')]),
      summaries,
    );
    expect(summarised.matches.map(({ id, severity, title }) => [id, severity, title])).toEqual([
      [CVE, 'high', 'A hole'],
      [other, null, 'No hole'],
    ]);
    expect(summarised.otherMatches.map(({ id, title }) => [id, title])).toEqual([['GHSA-9', null]]);
  });
});
