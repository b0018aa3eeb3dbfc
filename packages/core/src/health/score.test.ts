import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { behind } from './behind.ts';
import type { HealthFacts, OpenVulnerability } from './facts.ts';
import { HEALTH_WEIGHTS, type HealthPart, healthScore, vulnerabilityPoints, worstFirst } from './score.ts';

const NOTHING: HealthFacts = {
  vulnerabilities: { open: [], undecided: 0, judged: false },
  timeToFix: { fixed: 0, issues: 0, medianDays: null, watchedDays: 0 },
  version: { version: null, newest: null },
  lastUpdate: { days: null, unchangedDays: null },
  maintainers: null,
};

const GOOD: HealthFacts = {
  vulnerabilities: { open: [], undecided: 0, judged: true },
  timeToFix: { fixed: 5, issues: 5, medianDays: 4, watchedDays: 90 },
  version: { version: '2.4', newest: { version: '2.4', by: 'repology' } },
  lastUpdate: { days: 20, unchangedDays: 20 },
  maintainers: 4,
};

function open(severity: OpenVulnerability['severity'], more: Partial<OpenVulnerability> = {}): OpenVulnerability {
  return { id: 'CVE-2026-1', severity, epss: null, kev: false, basis: 'record', by: 'GHSA-1', ...more };
}

it('the weights are hundredths', () => {
  expect(Object.values(HEALTH_WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBe(100);
});

describe('in all', () => {
  it.each([
    ['nothing known is neither well nor ill', NOTHING, { score: 0, atBest: 100, known: 0 }],
    ['all known and good', GOOD, { score: 100, atBest: 100, known: 1 }],
    ['one part not known', { ...GOOD, maintainers: null }, { score: 90, atBest: 100, known: 0.9 }],
    ['nobody maintains it', { ...GOOD, maintainers: 0 }, { score: 90, atBest: 90, known: 1 }],
  ])('%s', (_name, facts, expected) => {
    expect(healthScore(facts)).toMatchObject(expected);
  });
});

const judged = (...vulnerabilities: OpenVulnerability[]) => ({
  vulnerabilities: { open: vulnerabilities, undecided: 0, judged: true },
});

describe('each part', () => {
  it.each<[string, HealthPart, Partial<HealthFacts>, number | null, number]>([
    ['none open', 'vulnerabilities', judged(), 100, 100],
    ['one critical', 'vulnerabilities', judged(open('critical')), 60, 60],
    ['one high, exploited', 'vulnerabilities', judged(open('high', { kev: true })), 50, 50],
    ['one high, likely exploited', 'vulnerabilities', judged(open('high', { epss: 0.1 })), 62.5, 62.5],
    ['one high, hardly exploited', 'vulnerabilities', judged(open('high', { epss: 0.09 })), 75, 75],
    ['KEV outdoes EPSS', 'vulnerabilities', judged(open('low', { kev: true, epss: 0.9 })), 92, 92],
    ['nobody rates it', 'vulnerabilities', judged(open(null)), 90, 90],
    ['never below none', 'vulnerabilities', judged(...Array.from({ length: 9 }, () => open('high'))), 0, 0],
    [
      'one that cannot be decided',
      'vulnerabilities',
      { vulnerabilities: { open: [open('medium')], undecided: 1, judged: true } },
      null,
      90,
    ],
    [
      'an issue alone, of a package that no source knows',
      'vulnerabilities',
      { vulnerabilities: { open: [open('critical', { basis: 'tracker' })], undecided: 0, judged: false } },
      null,
      60,
    ],
    [
      'so much that more would change nothing',
      'vulnerabilities',
      { vulnerabilities: { open: [open('critical', { kev: true }), open('high')], undecided: 3, judged: false } },
      0,
      0,
    ],
    ['newest, by the aggregator', 'versionBehind', version('2.4', '2.4', 'repology'), 100, 100],
    ['ahead of the aggregator', 'versionBehind', version('2.5', '2.4', 'repology'), 100, 100],
    ['a patch behind', 'versionBehind', version('2.4.1', '2.4.3', 'repology'), 80, 80],
    ['a minor behind, by a record', 'versionBehind', version('2.4', '2.5', 'record'), 50, 50],
    ['a major behind, by a channel', 'versionBehind', version('2.4', '3.0', 'channel'), 20, 20],
    ['nothing newer in other channels', 'versionBehind', version('2.4', '2.4', 'channel'), null, 100],
    ['no version', 'versionBehind', { version: { version: null, newest: null } }, null, 100],
    ['fixed in a week', 'timeToFix', fix(3, 7), 100, 100],
    ['fixed in a month', 'timeToFix', fix(3, 30), 80, 80],
    ['fixed in a quarter', 'timeToFix', fix(3, 90), 50, 50],
    ['fixed in half a year', 'timeToFix', fix(3, 180), 25, 25],
    ['fixed later', 'timeToFix', fix(3, 181), 0, 0],
    ['two fixes are too few', 'timeToFix', fix(2, 1), null, 100],
    ['half not fixed in 100 days', 'timeToFix', fix(3, null, 100), null, 25],
    ['half not fixed in a year', 'timeToFix', fix(3, null, 365), 0, 0],
    ['updated this quarter', 'lastUpdate', update(90), 100, 100],
    ['updated this year', 'lastUpdate', update(365), 80, 80],
    ['updated two years ago', 'lastUpdate', update(730), 50, 50],
    ['updated three years ago', 'lastUpdate', update(1_095), 25, 25],
    ['older', 'lastUpdate', update(1_096), 0, 0],
    ['not since it is watched, a year', 'lastUpdate', update(null, 366), null, 50],
    ['not since it is watched, a day', 'lastUpdate', update(null, 1), null, 100],
    ['no maintainer', 'maintainers', { maintainers: 0 }, 0, 0],
    ['one maintainer', 'maintainers', { maintainers: 1 }, 60, 60],
    ['two maintainers', 'maintainers', { maintainers: 2 }, 85, 85],
    ['a crowd', 'maintainers', { maintainers: 40 }, 100, 100],
    ['not carried', 'maintainers', { maintainers: null }, null, 100],
  ])('%s', (_name, part, facts, score, atBest) => {
    expect(healthScore({ ...NOTHING, ...facts }).parts[part]).toEqual({ score, atBest });
  });
});

function version(own: string, newest: string, by: 'repology' | 'channel' | 'record'): Partial<HealthFacts> {
  return { version: { version: own, newest: { version: newest, by } } };
}

function fix(fixed: number, medianDays: number | null, watchedDays = 400): Partial<HealthFacts> {
  return { timeToFix: { fixed, issues: fixed, medianDays, watchedDays } };
}

function update(days: number | null, unchangedDays: number | null = days): Partial<HealthFacts> {
  return { lastUpdate: { days, unchangedDays } };
}

it.each([
  ['1.2.3', '1.2.3', 'none'],
  ['1.10', '1.9', 'none'],
  ['1.9', '1.10', 'minor'],
  ['v1.2', '1.2', 'none'],
  ['1.2', '1.2.1', 'patch'],
  ['1.2.3', '2.0.0', 'major'],
  ['20240101', '20260101', 'major'],
  ['3.0.0-rc1', '3.0.0', 'patch'],
  ['not a version', '1.2', null],
  ['1.2', 'n/a', null],
] as const)('%s is behind %s by: %s', (own, newest, distance) => {
  expect(behind(own, newest)).toBe(distance);
});

it('shows the worst first', () => {
  const given = [
    open(null, { id: 'c' }),
    open('medium', { id: 'b' }),
    open('high', { id: 'a' }),
    open('low', { kev: true }),
  ];

  expect(given.toSorted(worstFirst).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'CVE-2026-1']);
});

const vulnerability = fc.record({
  severity: fc.constantFrom('critical', 'high', 'medium', 'low', 'none', null),
  epss: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  kev: fc.boolean(),
});

it('more vulnerabilities and more unknowns never make a package look better', () => {
  fc.assert(
    fc.property(fc.array(vulnerability, { maxLength: 6 }), vulnerability, fc.boolean(), (some, more, isJudged) => {
      const of = (list: readonly (typeof more)[], judgedToo: boolean) =>
        healthScore({
          ...GOOD,
          vulnerabilities: { open: list.map((one) => Object.assign(open(null), one)), undecided: 0, judged: judgedToo },
        });
      const [before, after] = [of(some, isJudged), of([...some, more], isJudged)];

      expect(vulnerabilityPoints(more)).toBeGreaterThanOrEqual(0);
      expect(after.score).toBeLessThanOrEqual(before.score);
      expect(after.atBest).toBeLessThanOrEqual(before.atBest);
      expect(of(some, false).score).toBeLessThanOrEqual(of(some, true).score);
      expect(before.score).toBeLessThanOrEqual(before.atBest);
    }),
  );
});
