import type { getIssues, SeverityOrUnknown } from '@almanac/contract';
import { availableFix } from '@almanac/core/tracker';
import type { z } from 'zod';
import type { Board } from './board.ts';
import type { RatedIssue } from './judged-issues.ts';

export type IssueQuestion = Omit<z.output<(typeof getIssues)['query']>, 'page' | 'limit'>;
type IssueFilters = Omit<IssueQuestion, 'sort'>;

/** The issues of the board that are asked for, by number. Fixes are judged only where they are asked for. */
export async function selectIssues(
  board: Board,
  { hasFix, verdict, ...filters }: IssueFilters,
): Promise<readonly RatedIssue[]> {
  const hasVerdict = ({ issue }: RatedIssue) => board.verdicts.ofIssue(issue)?.verdict === verdict;
  const matching = board.issues.filter(chooser(filters));
  const chosen = verdict === undefined ? matching : matching.filter(hasVerdict);
  if (hasFix === undefined) return chosen;
  // A merged pull request is a fix, whatever versions are fixed.
  const unmerged = chosen.filter(({ pulls }) => availableFix(pulls, null) === null);
  const unfixed = (await board.judged(unmerged)).filter(({ fix }) => fix === null);
  const numbers = new Set(unfixed.map(({ issue }) => issue.number));
  return chosen.filter(({ issue }) => !numbers.has(issue.number) === hasFix);
}

function chooser(filters: Omit<IssueFilters, 'hasFix' | 'verdict'>): (rated: RatedIssue) => boolean {
  const { severity, status, cve, assigned } = filters;
  const words = (filters.q ?? '')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const name = filters.package?.toLowerCase();
  return (rated) =>
    (status === 'all' || rated.issue.state === status) &&
    (severity === undefined || severity.includes(rated.severity.severity)) &&
    (cve === undefined || rated.issue.cves.includes(cve) || rated.issue.relatedCves.includes(cve)) &&
    (assigned === undefined || rated.issue.assignees.length > 0 === assigned) &&
    (name === undefined || rated.issue.packages.some((each) => each.toLowerCase() === name)) &&
    (words.length === 0 || holdsWords(rated.issue.title, words));
}

function holdsWords(title: string, words: readonly string[]): boolean {
  const text = title.toLowerCase();
  return words.every((word) => text.includes(word));
}

type Order = (a: RatedIssue, b: RatedIssue) => number;

const newest: Order = (a, b) => compare(b.issue.createdAt, a.issue.createdAt) || b.issue.number - a.issue.number;

/** The orders that need no more than the issues themselves. */
export const ISSUE_ORDERS: Readonly<Record<Exclude<IssueQuestion['sort'], 'risk'>, Order>> = {
  created_at: newest,
  updated_at: (a, b) => compare(b.issue.updatedAt, a.issue.updatedAt) || b.issue.number - a.issue.number,
  severity: (a, b) => rank(a) - rank(b) || newest(a, b),
  oldest: (a, b) => newest(b, a),
};

/** Times are written alike: they sort as text. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const WORST_FIRST: readonly SeverityOrUnknown[] = ['critical', 'high', 'medium', 'low', 'unknown'];

function rank({ severity }: RatedIssue): number {
  return WORST_FIRST.indexOf(severity.severity);
}
