import type { getIssues, SeverityOrUnknown } from '@almanac/contract';
import type { z } from 'zod';
import type { JudgedIssue } from './judged-issues.ts';

export type IssueQuestion = Omit<z.output<(typeof getIssues)['query']>, 'page' | 'limit'>;

const WORST_FIRST: readonly SeverityOrUnknown[] = ['critical', 'high', 'medium', 'low', 'unknown'];

/** The issues that are asked for, in the order that is asked for. */
export function selectIssues(issues: readonly JudgedIssue[], question: IssueQuestion): JudgedIssue[] {
  const words = (question.q ?? '')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const name = question.package?.toLowerCase();
  const { severity, status, cve, assigned, hasFix } = question;
  return issues
    .filter(
      (judged) =>
        (status === 'all' || judged.issue.state === status) &&
        (severity === undefined || severity.includes(judged.severity.severity)) &&
        (cve === undefined || judged.issue.cves.includes(cve) || judged.issue.relatedCves.includes(cve)) &&
        (assigned === undefined || judged.issue.assignees.length > 0 === assigned) &&
        (hasFix === undefined || (judged.fix !== null) === hasFix) &&
        (name === undefined || judged.issue.packages.some((each) => each.toLowerCase() === name)) &&
        (words.length === 0 || holdsWords(judged.issue.title, words)),
    )
    .toSorted(ORDERS[question.sort]);
}

function holdsWords(title: string, words: readonly string[]): boolean {
  const text = title.toLowerCase();
  return words.every((word) => text.includes(word));
}

type Order = (a: JudgedIssue, b: JudgedIssue) => number;

const newest: Order = (a, b) => compare(b.issue.createdAt, a.issue.createdAt) || b.issue.number - a.issue.number;

const ORDERS: Readonly<Record<IssueQuestion['sort'], Order>> = {
  created_at: newest,
  updated_at: (a, b) => compare(b.issue.updatedAt, a.issue.updatedAt) || b.issue.number - a.issue.number,
  severity: (a, b) => rank(a) - rank(b) || newest(a, b),
  oldest: (a, b) => newest(b, a),
};

/** Times are written alike: they sort as text. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function rank({ severity }: JudgedIssue): number {
  return WORST_FIRST.indexOf(severity.severity);
}
