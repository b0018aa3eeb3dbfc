import { describe, expect, it } from 'vitest';
import { componentOf, findingOf } from '../../test/sbom-examined.ts';
import type { Finding } from '../sbom/findings.ts';
import type { Component } from '../sbom/model.ts';
import { decideOutcome } from './decide.ts';
import { indexDecisions } from './index-of-decisions.ts';
import type { Decision, RecordHash } from './model.ts';

const hash = (digit: string) => digit.repeat(64);
const RECORDS: readonly RecordHash[] = [
  { source: 'osv', id: 'GHSA-aaaa-bbbb-cccc', sha256: hash('a') },
  { source: 'cve_list_v5', id: 'CVE-2026-0001', sha256: hash('b') },
];
const NOW = Date.parse('2026-11-16T12:00:00Z');

const decisionOf = (more: Partial<Decision> = {}): Decision => ({
  vulnerability: 'CVE-2026-0001',
  aliases: [],
  package: 'pkg:npm/a',
  versions: [],
  status: 'not_affected',
  justification: 'vulnerable_code_not_in_execute_path',
  reason: 'It is not called.',
  author: 'ada',
  decided: '2026-11-01',
  expires: '2027-02-01',
  evidence: { affected: 'before 1.1', severity: 'high', exploited: false, records: RECORDS },
  place: 'almanac.toml, decision 1',
  ...more,
});

const found = (more: Partial<Finding> = {}) => findingOf({ records: RECORDS, ...more });

/** What decisions come to for one component with these findings. */
function decided(
  decisions: readonly Decision[],
  findings: readonly Finding[],
  {
    component = {},
    exploited = false,
    now = NOW,
    more = 0,
  }: {
    component?: Partial<Component>;
    exploited?: boolean | null;
    now?: number;
    more?: number;
  } = {},
) {
  const isSure = findings.some(({ status }) => status === 'affected');
  return decideOutcome(
    componentOf(component),
    {
      verdict: isSure ? 'affected' : 'unknown',
      reason: 'As the evidence says.',
      unknownReasons: isSure ? [] : ['possible_match'],
      findings,
      more,
    },
    indexDecisions(decisions),
    { now, exploited: () => exploited },
  );
}

const SCOPES = [
  ['every version', {}],
  ['this version', { versions: ['1.0'] }],
  ['an alias of it', { vulnerability: 'ghsa-AAAA-bbbb-cccc' }],
] as const;

/** An event, what it does to the question, and what the decision comes to: its state, and what is said. */
const EVENTS: readonly (readonly [
  event: string,
  finding: Partial<Finding>,
  given: Parameters<typeof decided>[2],
  state: string | null,
  words: RegExp | null,
])[] = [
  ['nothing', {}, {}, 'suppressed', null],
  ['the last day', {}, { now: Date.parse('2027-02-01T23:59:59Z') }, 'suppressed', null],
  ['expired', {}, { now: Date.parse('2027-02-02T00:00:00Z') }, 'expired', /expired on 2027-02-01/],
  ['dated in the future', {}, { now: Date.parse('2026-10-30T00:00:00Z') }, 'expired', /in the future/],
  [
    'range changed',
    { affectedVersions: 'before 1.3' },
    {},
    'reopened',
    /^The affected versions changed from "before 1\.1" to "before 1\.3"\.$/,
  ],
  ['severity raised', { severity: 'critical' }, {}, 'reopened', /^The severity changed from high to critical\.$/],
  ['severity lowered by a record that it does not rest on', { severity: 'low' }, {}, 'suppressed', null],
  ['exploited', {}, { exploited: true }, 'reopened', /^It is now known to be exploited\.$/],
  ['exploitation not known', {}, { exploited: null }, 'suppressed', null],
  [
    'a record edited',
    { records: RECORDS.map((record, i) => (i === 0 ? { ...record, sha256: hash('c') } : record)) },
    {},
    'reopened',
    /^OSV record GHSA-aaaa-bbbb-cccc changed\.$/,
  ],
  [
    'a new record',
    { records: [...RECORDS, { source: 'nvd', id: 'CVE-2026-0001', sha256: hash('d') }] },
    {},
    'suppressed',
    null,
  ],
  [
    'hashes not told',
    { records: undefined },
    {},
    'reopened',
    /The service did not return the records behind the finding, so they could not be compared\./,
  ],
  ['alias merged', { id: 'CVE-2026-0009', aliases: ['CVE-2026-0001', 'GHSA-aaaa-bbbb-cccc'] }, {}, 'suppressed', null],
  [
    'alias merged, with a wider range',
    { id: 'CVE-2026-0009', aliases: ['CVE-2026-0001', 'GHSA-aaaa-bbbb-cccc'], affectedVersions: 'before 2.0' },
    {},
    'reopened',
    /before 2\.0/,
  ],
  ['package moved', {}, { component: { purl: 'pkg:npm/%40b/a@1.0' } }, null, null],
  ['another ecosystem', {}, { component: { purl: 'pkg:pypi/a@1.0' } }, null, null],
  ['no package URL', {}, { component: { purl: null } }, null, null],
  ['another vulnerability', { id: 'CVE-2026-0002', aliases: [] }, {}, null, null],
  ['fixed by a patch meanwhile', { status: 'fixed_by_patch' }, {}, null, null],
];

describe.each(SCOPES)('a decision about %s', (_, scope) => {
  it.each(EVENTS)('and %s', (_event, finding, given, state, words) => {
    const { findings, verdict } = decided([decisionOf(scope)], [found(finding)], given);

    expect(findings[0]?.decision?.state ?? null).toBe(state);
    if (words === null) expect(findings[0]?.decision?.sentence ?? null).toBeNull();
    else expect(findings[0]?.decision?.sentence).toMatch(words);
    const isPatched = finding.status === 'fixed_by_patch';
    expect(verdict).toBe(state === 'suppressed' ? 'not_affected' : isPatched ? 'unknown' : 'affected');
  });
});

describe('exactly its scope', () => {
  it.each<[string, Partial<Decision>, Partial<Component>, boolean]>([
    ['another version', { versions: ['0.9', '1.1'] }, {}, false],
    ['one of its versions', { versions: ['0.9', '1.0'] }, {}, true],
    ['a version beside the package URL', { versions: ['1.0'] }, { purl: 'pkg:npm/a', version: '1.0' }, true],
    ['no version at all', { versions: ['1.0'] }, { purl: 'pkg:npm/a', version: null }, false],
    [
      'a qualifier that it names',
      { package: 'pkg:deb/debian/a?distro=bookworm' },
      { purl: 'pkg:deb/debian/a@1?distro=bookworm' },
      true,
    ],
    [
      'another qualifier',
      { package: 'pkg:deb/debian/a?distro=bookworm' },
      { purl: 'pkg:deb/debian/a@1?distro=trixie' },
      false,
    ],
    [
      'a qualifier that it does not name',
      { package: 'pkg:deb/debian/a' },
      { purl: 'pkg:deb/debian/a@1?arch=amd64' },
      true,
    ],
    ['the same name, written otherwise', { package: 'pkg:pypi/b-c' }, { purl: 'pkg:pypi/B_c@1.0' }, true],
  ])('%s', (_, scope, component, applies) => {
    const { findings } = decided([decisionOf(scope)], [found()], { component });

    expect(findings[0]?.decision !== undefined).toBe(applies);
  });

  it('of two decisions the newer counts, and of two of a day the later', () => {
    const older = decisionOf({ decided: '2026-10-01', reason: 'older' });
    const newer = decisionOf({ status: 'affected', justification: null, reason: 'newer' });

    expect(decided([newer, older], [found()]).findings[0]?.decision).toMatchObject({ state: 'noted', decision: newer });
    expect(decided([decisionOf(), newer], [found()]).findings[0]?.decision?.decision).toBe(newer);
  });
});

describe('a record that no longer supports the finding', () => {
  const [first] = RECORDS;
  const others = Array.from({ length: 7 }, (_, i) => ({ source: 'osv', id: `X-${i}`, sha256: null }));
  it.each<[string, readonly string[], readonly (RecordHash | undefined)[], string]>([
    ['reopens a decision about this version', ['1.0'], [first], 'reopened'],
    ['does not where the answer may have left it out', ['1.0'], [first, ...others], 'suppressed'],
    ['does not where other versions have other records', [], [first], 'suppressed'],
  ])('%s', (_, versions, records, state) => {
    const finding = found({ records: records.filter((record) => record !== undefined) });

    expect(decided([decisionOf({ versions })], [finding]).findings[0]?.decision?.state).toBe(state);
  });
});

describe('the verdict of a component', () => {
  const other = found({ id: 'CVE-2026-0002', aliases: [] });
  const possible = { status: 'possible', confidence: 'low' } as const;
  it.each<[string, Partial<Decision>, readonly Finding[], number, string, readonly string[]]>([
    ['its one finding is suppressed', {}, [found()], 0, 'not_affected', []],
    ['it is fixed here', { status: 'fixed', justification: null }, [found()], 0, 'not_affected', []],
    ['it is confirmed', { status: 'affected', justification: null }, [found()], 0, 'affected', []],
    ['it is looked at', { status: 'under_investigation', justification: null }, [found()], 0, 'affected', []],
    ['another is open', {}, [found(), other], 0, 'affected', []],
    ['another may hold', {}, [found(), { ...other, ...possible }], 0, 'unknown', ['possible_match']],
    ['there are more than the answer has', {}, [found()], 3, 'affected', []],
    ['a possible one is suppressed', {}, [found(possible)], 0, 'not_affected', []],
    ['of two possible ones one is', {}, [found(possible), { ...other, ...possible }], 0, 'unknown', ['possible_match']],
  ])('where %s', (_, decision, findings, more, verdict, reasons) => {
    const outcome = decided([decisionOf(decision)], findings, { more });

    expect([outcome.verdict, outcome.unknownReasons, outcome.findings.length]).toEqual([
      verdict,
      reasons,
      findings.length,
    ]);
  });

  it('stays unknown where something else could not be checked', () => {
    const outcome = decideOutcome(
      componentOf(),
      {
        verdict: 'unknown',
        reason: 'x',
        unknownReasons: ['source_stale', 'possible_match'],
        findings: [found(possible)],
        more: 0,
      },
      indexDecisions([decisionOf()]),
      { now: NOW, exploited: () => false },
    );

    expect([outcome.verdict, outcome.unknownReasons]).toEqual(['unknown', ['source_stale']]);
  });

  it('of which nobody decided anything is the same object', () => {
    const outcome = { verdict: 'affected', reason: '', unknownReasons: [], findings: [found()], more: 0 } as const;

    expect(decideOutcome(componentOf(), outcome, indexDecisions([]), { now: NOW, exploited: () => null })).toBe(
      outcome,
    );
  });
});

it('that could not be compared with the catalogue of exploited vulnerabilities says so', () => {
  const { findings } = decided([decisionOf()], [found()], { exploited: null });

  expect(findings[0]?.decision).toMatchObject({ state: 'suppressed', unverified: true });
});
