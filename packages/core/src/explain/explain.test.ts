import { describe, expect, it } from 'vitest';
import type { Against, MatchEvidence, MatchProof } from '../matching/match.ts';
import type { Caveat, Proof, Reason } from '../ranges/model.ts';
import { clearanceWords, type ExplainedFacts, explain } from './explain.ts';
import { againstWords, evidenceName, evidenceWords } from './proof-words.ts';
import { caveatWords, rangeWords } from './range-words.ts';

const RANGE = { kind: 'semver', events: [], words: 'every version up to but not including 2.0.0' } as const;

function rangeProof(given: Partial<Proof> = {}): Proof {
  return {
    record: { source: 'osv', id: 'GHSA-aaaa' },
    subject: { ecosystem: 'npm', vendor: null, name: 'left' },
    question: { version: '1.0.0' },
    reason: 'in_range',
    comparator: 'semver',
    range: RANGE,
    bound: null,
    listed: null,
    overturn: '2.0.0 and later, would not be affected by this statement',
    caveats: [],
    conditions: [],
    ...given,
  };
}

const IDENTITY = { rule: 'asked_ecosystem', weight: 1, naming: [], from: 'left', to: 'left', reason: 'same name' };

function recordSays(verdict: 'affected' | 'not_affected' | 'unknown', given: Partial<Proof> = {}): MatchEvidence {
  const evaluation = { verdict, confidence: 'high', proof: rangeProof(given) } as const;
  return { kind: 'record', source: 'osv', id: 'GHSA-aaaa', sha256: null, identity: IDENTITY, evaluation };
}

const PROOF: MatchProof = {
  rule: 'exact_confirmed',
  reason: 'A record about exactly this package includes the version within its bounds.',
  evidence: [recordSays('affected')],
  against: [],
  left: 2,
  overturn: '2.0.0 and later, would not be affected by this statement',
};

const FACTS: ExplainedFacts = {
  vulnerability: 'CVE-2026-1001',
  package: 'left',
  version: '1.0.0',
  verdict: 'none_known',
  verdictReason: 'Every source that covers this package is up to date, and none has a record of it.',
  match: null,
  cleared: null,
  elsewhere: null,
  searched: ['left'],
};

const MATCH = { id: 'CVE-2026-1001', status: 'affected', confidence: 'high', fixedIn: '2.0.0', proof: PROOF } as const;
const CLEARED = {
  id: 'CVE-2026-1001',
  source: 'osv',
  record: 'GHSA-aaaa',
  reason: 'outside',
  bound: 'fixed 2.0.0',
  staleIssues: [],
};
const ELSEWHERE = { status: null, packages: ['npm right'], total: 3 };

describe('what a record says of a version', () => {
  it.each<[Reason, 'affected' | 'not_affected' | 'unknown', Partial<Proof>, string]>([
    [
      'in_range',
      'affected',
      {},
      'Version 1.0.0 is in the affected range: every version up to but not including 2.0.0.',
    ],
    [
      'in_range',
      'affected',
      { question: {} },
      'The package is in the affected range: every version up to but not including 2.0.0.',
    ],
    ['listed', 'affected', { listed: '1.0.0', range: null }, 'It lists 1.0.0.'],
    ['listed', 'not_affected', { listed: '1.0.0', range: null }, 'It lists 1.0.0 as unaffected.'],
    [
      'outside',
      'not_affected',
      { question: { version: '2.1.0' }, bound: { type: 'fixed', version: '2.0.0' } },
      'Version 2.1.0 is outside every range in the record: every version up to but not including 2.0.0; fixed in 2.0.0.',
    ],
    ['outside', 'not_affected', { range: null }, 'Version 1.0.0 is outside every range in the record.'],
    ['marked_unaffected', 'not_affected', { range: null }, 'The record marks version 1.0.0 as unaffected.'],
    ['default_status', 'affected', {}, 'The version is not listed; unlisted versions are affected.'],
    ['withdrawn', 'not_affected', {}, 'It was withdrawn.'],
    ['whole_package', 'affected', { range: null }, 'It names the whole package, without versions.'],
    ['text_unreadable', 'unknown', { range: null }, 'It states versions in prose that cannot be evaluated.'],
    [
      'git_without_graph',
      'unknown',
      { range: { ...RANGE, words: 'commits from abc' } },
      'It gives only commits, which cannot be ordered without the commit graph: commits from abc.',
    ],
  ])('%s, %s', (reason, verdict, given, words) => {
    expect(rangeWords(verdict, rangeProof({ reason, ...given }))).toBe(words);
  });

  it('is told with every reservation, once', () => {
    const caveats: Caveat[] = ['lower_bound_unstated', 'lower_bound_unstated'];

    const words = evidenceWords(recordSays('affected', { caveats }));

    expect(words).toBe(
      'Same name. Version 1.0.0 is in the affected range: every version up to but not including 2.0.0. It does not say where the range begins.',
    );
    expect(caveatWords('needs_platform')).toBe('It applies only to certain platforms.');
  });
});

describe('other evidence', () => {
  const issue = { kind: 'issue', source: 'nixpkgs', id: '101', sha256: null, identity: IDENTITY } as const;
  const collection = { kind: 'known_vulnerability', source: 'packages', id: 'left', sha256: null } as const;

  it.each<[string, MatchEvidence, string, string]>([
    [
      'an issue',
      { ...issue, state: 'open', title: '', url: '' },
      'nixpkgs tracker #101',
      'Same name. The issue is open.',
    ],
    [
      'the collection',
      { ...collection, identity: IDENTITY, channel: 'nixos-unstable', version: '1.0', text: '' },
      'nixpkgs packages left',
      'Same name. nixpkgs nixos-unstable lists it for version 1.0.',
    ],
  ])('%s', (_name, evidence, who, what) => {
    expect([evidenceName(evidence), evidenceWords(evidence)]).toEqual([who, what]);
  });

  it.each<[string, Against, string]>([
    [
      'a patch',
      { kind: 'patched', attribute: 'left', channel: 'nixos-unstable', version: '1.0', cve: 'CVE-1', sha256: null },
      'left in nixos-unstable, version 1.0, has a patch named after CVE-1.',
    ],
    [
      'a record',
      {
        ...(recordSays('not_affected', { reason: 'marked_unaffected', range: null }) as object),
        kind: 'not_affected',
      } as Against,
      'OSV GHSA-aaaa says this version is not affected. The record marks version 1.0.0 as unaffected.',
    ],
  ])('against: %s', (_name, against, words) => {
    expect(againstWords(against)).toBe(words);
  });
});

describe('an explanation', () => {
  it.each<[string, Partial<ExplainedFacts>, string, RegExp]>([
    [
      'affected',
      { verdict: 'affected', match: MATCH },
      'CVE-2026-1001 affects left 1.0.0. It is fixed in 2.0.0.',
      /high/,
    ],
    [
      'affected without a fix',
      { verdict: 'affected', match: { ...MATCH, fixedIn: null } },
      'CVE-2026-1001 affects left 1.0.0. No fixed version is known.',
      /within its bounds/,
    ],
    [
      'possible',
      { verdict: 'unknown', match: { ...MATCH, status: 'possible', confidence: 'low' } },
      'CVE-2026-1001 may affect left 1.0.0. Needs review.',
      /Confidence: low/,
    ],
    [
      'without a version',
      { verdict: 'unknown', version: null, match: MATCH },
      'CVE-2026-1001 may affect left (no version given). Needs review.',
      /within its bounds/,
    ],
    [
      'without a proof that can be read',
      {
        verdict: 'affected',
        verdictReason: 'This version has 1 known vulnerability.',
        match: { ...MATCH, proof: null },
      },
      'CVE-2026-1001 affects left 1.0.0. It is fixed in 2.0.0.',
      /^This version has 1 known vulnerability\./,
    ],
    [
      'patched',
      { verdict: 'not_affected', match: { ...MATCH, status: 'fixed_by_patch' } },
      'CVE-2026-1001 is fixed in left 1.0.0 by a nixpkgs patch.',
      /Confidence/,
    ],
    [
      'cleared',
      { verdict: 'not_affected', cleared: CLEARED },
      'CVE-2026-1001 does not affect left 1.0.0.',
      /A record about the package excludes this version, and no other record applies\./,
    ],
    [
      'cleared, and a source is behind',
      { verdict: 'unknown', verdictReason: 'A source is not up to date.', cleared: CLEARED },
      'A record says CVE-2026-1001 does not affect left 1.0.0. Not everything could be checked, so the verdict is unknown.',
      /^A source is not up to date\.$/,
    ],
    [
      'named nowhere',
      { elsewhere: ELSEWHERE },
      'No CVE-2026-1001 record names left 1.0.0. It may still be affected.',
      /none has a record/,
    ],
    [
      'unknown',
      { verdict: 'unknown', verdictReason: 'A source is not up to date.', elsewhere: ELSEWHERE },
      "We don't know whether CVE-2026-1001 affects left 1.0.0.",
      /^A source is not up to date\.$/,
    ],
    [
      'rejected',
      { elsewhere: { ...ELSEWHERE, status: 'Rejected: it is no vulnerability' } },
      'No CVE-2026-1001 record names left 1.0.0. It may still be affected.',
      /^Rejected: it is no vulnerability\.$/,
    ],
  ])('%s', (_name, given, conclusion, reason) => {
    const told = explain({ ...FACTS, ...given });

    expect(told.conclusion).toBe(conclusion);
    expect(told.reason).toMatch(reason);
  });

  it('says who says what, what is left out, and what would change it', () => {
    const told = explain({ ...FACTS, verdict: 'affected', match: MATCH });

    expect(told.records).toEqual([{ who: 'OSV GHSA-aaaa', what: expect.stringMatching(/is in the affected range/) }]);
    expect([told.left, told.overturn]).toEqual([2, '2.0.0 and later, would not be affected by this statement.']);
  });

  it('names the packages that the records are about, and what was looked for', () => {
    const { records } = explain({ ...FACTS, elsewhere: ELSEWHERE });

    expect(records.map(({ what }) => what)).toEqual([
      'They name npm right and 2 more.',
      'Searched for records under left.',
    ]);
  });

  it.each([
    ['outside', 'fixed 2.0.0', 'The version is outside every range in the record; fixed in 2.0.0.'],
    ['outside', 'introduced 1.5', 'The version is outside every range in the record; introduced in 1.5.'],
    ['marked_unaffected', null, 'The record marks the version as unaffected.'],
    ['default_status', null, 'The record excludes the version: default status.'],
  ])('a clearance: %s, %s', (reason, bound, words) => {
    expect(clearanceWords(reason, bound)).toBe(words);
  });
});
