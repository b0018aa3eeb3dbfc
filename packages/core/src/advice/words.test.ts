import { describe, expect, it } from 'vitest';
import type { AdviceAction, AdvisedTarget, RatedIssue } from './model.ts';
import {
  describeDetails,
  describeIssue,
  describeIssues,
  describeNext,
  describeTarget,
  describeTargetBriefly,
  describeUpgrade,
  rejectVersion,
  shortenName,
} from './words.ts';

const issue = (id: string, severity: RatedIssue['severity'] = null, kev = false): RatedIssue => ({ id, severity, kev });
const five = ['CVE-1', 'CVE-2', 'CVE-3', 'CVE-4', 'CVE-5'].map((id) => issue(id));
const TARGET: AdvisedTarget = {
  version: '2.0.0',
  namedBy: 'osv A',
  affected: null,
  remaining: [],
  undecided: 0,
  checked: true,
};
const versions = (...names: string[]) => names.map((version) => ({ version }));

describe('vulnerabilities in a sentence', () => {
  it.each<[RatedIssue, string]>([
    [issue('CVE-1'), 'CVE-1'],
    [issue('CVE-1', 'high'), 'CVE-1 (high)'],
    [issue('CVE-1', null, true), 'CVE-1 (exploited)'],
    [issue('CVE-1', 'critical', true), 'CVE-1 (critical, exploited)'],
  ])('%j is %s', (each, words) => {
    expect(describeIssue(each)).toBe(words);
  });

  it.each([
    [1, 'CVE-1'],
    [2, 'CVE-1 and CVE-2'],
    [3, 'CVE-1, CVE-2 and CVE-3'],
    [4, 'CVE-1, CVE-2, CVE-3 and 1 more'],
    [5, 'CVE-1, CVE-2, CVE-3 and 2 more'],
  ])('%d are named, or counted', (count, words) => {
    expect(describeIssues(five.slice(0, count))).toBe(words);
  });
});

describe('the versions to move to', () => {
  it.each<[string, readonly { version: string }[], string | null]>([
    ['Upgrade log to 3.0.', versions('3.0'), null],
    ['Upgrade log to 3.0 (or 2.5).', versions('3.0', '2.5'), null],
    ['Upgrade log to 3.0 (or 2.5, 2.4, 2.3).', versions('3.0', '2.5', '2.4', '2.3'), null],
    ['Upgrade log to 3.0 (or 2.5, 2.4, 2.3, 1 more).', versions('3.0', '2.5', '2.4', '2.3', '2.2'), null],
    ['Upgrade log beyond 7.4.2.', [], '7.4.2'],
    ['Upgrade log beyond 7.4.2 (or to 5.6.8).', versions('5.6.8'), '7.4.2'],
  ])('%s', (sentence, targets, beyond) => {
    expect(describeUpgrade('log', targets, beyond)).toBe(sentence);
  });

  it.each<[string, Partial<AdvisedTarget>]>([
    ['', {}],
    ['2.0.0 was not checked for other vulnerabilities.', { checked: false, remaining: five }],
    [
      '2.0.0 still has CVE-1 (high); no better version is known.',
      { remaining: [issue('CVE-1', 'high')], undecided: 1 },
    ],
    ['Not all records about it can be evaluated at 2.0.0.', { undecided: 1 }],
  ])('leave this open: %j', (sentence, beside) => {
    expect(describeTarget({ ...TARGET, ...beside })).toBe(sentence);
  });

  it.each<[string, readonly RatedIssue[], number]>([
    ['2.0.0 fixes this one but has CVE-1 and CVE-2.', five.slice(0, 2), 0],
    ['2.0.0 fixes this one but has CVE-1, CVE-2 and 3 more.', five, 1],
    ['2.0.0 fixes this one, but a record about it cannot be evaluated.', [], 1],
    ['2.0.0 fixes this one, but 2 records about it cannot be evaluated.', [], 2],
  ])('are refused: %s', (sentence, because, undecided) => {
    expect(rejectVersion('2.0.0', because, undecided)).toEqual({ version: '2.0.0', because, sentence });
  });

  it('have details of the first alone', () => {
    const refused = rejectVersion('1.9.0', [issue('CVE-1')], 0);

    expect(describeDetails({ targets: [TARGET, { ...TARGET, checked: false }], rejected: [refused, refused] })).toEqual(
      ['1.9.0 fixes this one but has CVE-1.'],
    );
    expect(describeDetails({ targets: [{ ...TARGET, undecided: 1 }], rejected: [] })).toHaveLength(1);
    expect(describeDetails({ targets: [], rejected: [] })).toEqual([]);
  });
});

it.each<[string | null, string, string]>([
  ['Maven', 'org.apache.logging.log4j:log4j-core', 'log4j-core'],
  ['Maven:https://maven.example.org', 'org.a:b', 'b'],
  ['Go', 'stdlib', 'Go'],
  ['Go', 'toolchain', 'Go'],
  ['Go', 'golang.org/x/net', 'golang.org/x/net'],
  ['npm', 'stdlib', 'stdlib'],
  ['npm', '@a/b:c', '@a/b:c'],
  [null, 'stdlib', 'stdlib'],
])('%s %s is called %s', (ecosystem, name, short) => {
  expect(shortenName({ ecosystem, name })).toBe(short);
});

describe('the advice in a column', () => {
  it.each<[string, AdviceAction, string | null, boolean | null]>([
    ['2.17.1', 'upgrade', '2.17.1', false],
    ['2.17.1', 'upgrade', '2.17.1', null],
    ['3.0.0 (new major)', 'upgrade', '3.0.0', true],
    ['a later version', 'upgrade', null, null],
    ['use another version', 'leave_versions', null, null],
    ['patch only', 'apply_patch', null, null],
    ['no fix known', 'mitigate', null, null],
    ['no fix known', 'wait', null, null],
    ['', 'nothing', null, null],
    ['needs review', 'review', null, null],
  ])('is %s for %s', (words, action, target, crossesMajor) => {
    expect(describeTargetBriefly({ action, target, crossesMajor })).toBe(words);
  });

  it('says where nothing was checked', () => {
    expect(describeTargetBriefly(null)).toBe('not checked');
    expect(describeNext(null)).toBe('Upgrade target not checked.');
    expect(describeNext({ sentence: 'Nothing to do.' })).toBe('Nothing to do.');
  });
});
