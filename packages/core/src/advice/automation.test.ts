import { describe, expect, it } from 'vitest';
import type { SourceCoverage } from '../dossier/facts.ts';
import {
  type AutomationFacts,
  type AutomationObstacle,
  describeObstacles,
  evidenceAge,
  judgeAutomation,
  pickTriage,
} from './automation.ts';
import type { AdvisedTarget } from './model.ts';

const TARGET: AdvisedTarget = {
  version: '1.2.0',
  namedBy: 'osv GHSA-a',
  affected: null,
  remaining: [],
  undecided: 0,
  checked: true,
};
const packageWith = (...targets: Partial<AdvisedTarget>[]) => ({
  kind: 'package' as const,
  targets: targets.map((target) => Object.assign({}, TARGET, target)),
});
const SAFE: AutomationFacts = {
  availability: 'published',
  quality: { grade: 'A', missingFields: [], conflicts: [] },
  subjects: [packageWith({})],
  disputed: false,
  age: 'current',
  isPast: false,
};
const quality = (beside: Partial<AutomationFacts['quality']>) => ({ quality: { ...SAFE.quality, ...beside } });
const conflict = (code: string) =>
  quality({ conflicts: [{ code }] as unknown as AutomationFacts['quality']['conflicts'] });
const issue = { id: 'CVE-2', severity: null, kev: false };

describe('what a program may do alone', () => {
  it.each<[string, Partial<AutomationFacts>]>([
    ['everything is known', {}],
    ['the grade is B', quality({ grade: 'B' })],
    [
      'only a product has something left',
      { subjects: [packageWith({}), { kind: 'product', targets: [{ ...TARGET, remaining: [issue], undecided: 1 }] }] },
    ],
    ['one of two packages has a fix', { subjects: [packageWith(), packageWith({})] }],
  ])('is safe where %s', (_, beside) => {
    expect(judgeAutomation({ ...SAFE, ...beside })).toEqual({ safe: true, needsTriage: false, obstacles: [] });
  });

  it.each<[AutomationObstacle, 'a person looks' | 'nobody looks', Partial<AutomationFacts>]>([
    ['past', 'nobody looks', { isPast: true }],
    ['not_published', 'nobody looks', { availability: 'reserved' }],
    ['not_published', 'nobody looks', { availability: 'awaiting_ingest' }],
    ['not_published', 'nobody looks', { availability: 'unknown' }],
    ['not_published', 'nobody looks', { availability: 'unreachable' }],
    ['rejected_or_withdrawn', 'nobody looks', { availability: 'rejected' }],
    ['rejected_or_withdrawn', 'nobody looks', { availability: 'withdrawn' }],
    ['cve_list_record_missing', 'nobody looks', { availability: 'partial' }],
    ['severity_missing', 'a person looks', quality({ missingFields: ['severity'] })],
    ['affected_missing', 'a person looks', quality({ missingFields: ['affectedPackages'] })],
    ['affected_missing', 'a person looks', quality({ missingFields: ['affectedPackages', 'versionRanges'] })],
    ['versions_missing', 'a person looks', quality({ missingFields: ['versionRanges'] })],
    ['state_conflict', 'a person looks', conflict('STATE_DISAGREES')],
    ['range_conflict', 'a person looks', conflict('RANGE_DISAGREES')],
    ['fix_conflict', 'a person looks', conflict('FIX_DISAGREES')],
    ['severity_conflict', 'a person looks', conflict('SEVERITY_DISAGREES')],
    ['disputed', 'a person looks', { disputed: true }],
    ['fix_missing', 'nobody looks', { subjects: [packageWith()] }],
    ['fix_missing', 'nobody looks', { subjects: [] }],
    ['package_fix_missing', 'nobody looks', { subjects: [{ kind: 'product', targets: [TARGET] }] }],
    ['fix_affected', 'a person looks', { subjects: [packageWith({}, { remaining: [issue] })] }],
    ['fix_undecided', 'nobody looks', { subjects: [packageWith({}, { undecided: 1 })] }],
    ['fix_not_checked', 'nobody looks', { subjects: [packageWith({}, { checked: false, undecided: 1 })] }],
    ['grade_below_b', 'nobody looks', quality({ grade: 'C' })],
    ['evidence_out_of_date', 'nobody looks', { age: 'outdated' }],
    ['evidence_out_of_date', 'nobody looks', { age: 'unread' }],
  ])('is nothing because of %s, and %s', (obstacle, who, beside) => {
    expect(judgeAutomation({ ...SAFE, ...beside })).toEqual({
      safe: false,
      needsTriage: who === 'a person looks',
      obstacles: [obstacle],
    });
  });

  it('is said of the state alone where nothing is published', () => {
    const nothingKnown = { ...conflict('RANGE_DISAGREES'), isPast: true, disputed: true, subjects: [] };

    expect(judgeAutomation({ ...SAFE, ...nothingKnown, availability: 'reserved' })).toEqual({
      safe: false,
      needsTriage: false,
      obstacles: ['past', 'not_published'],
    });
    expect(judgeAutomation({ ...SAFE, ...nothingKnown }).obstacles).toEqual([
      'past',
      'range_conflict',
      'disputed',
      'fix_missing',
    ]);
  });
});

it('puts obstacles into words, and keeps a code that it does not know', () => {
  expect(describeObstacles(['disputed', 'no_moon'])).toEqual(['disputed', 'no_moon']);
  expect(describeObstacles(['fix_missing'])).toEqual(['no fixed version is known']);
});

it('picks what a person has to look at', () => {
  expect(pickTriage(['past', 'disputed', 'severity_missing'])).toEqual(['severity_missing', 'disputed']);
});

describe('the age of the evidence', () => {
  const covered = (source: string, state: string) => ({ source, state }) as SourceCoverage;
  const CVE_LIST = covered('cve_list_v5', 'ok');

  it.each<[string, readonly SourceCoverage[]]>([
    ['current', [CVE_LIST, covered('osv', 'ok'), covered('nvd', 'stale')]],
    ['outdated', [CVE_LIST, covered('osv', 'stale')]],
    ['outdated', [CVE_LIST, covered('advisory', 'unreachable')]],
    ['outdated', [covered('cve_list_v5', 'stale')]],
    ['unread', [covered('osv', 'ok')]],
    ['unread', [covered('cve_list_v5', 'not_asked'), covered('osv', 'ok')]],
    ['unread', []],
  ])('is %s', (age, coverage) => {
    expect(evidenceAge(coverage)).toBe(age);
  });
});
