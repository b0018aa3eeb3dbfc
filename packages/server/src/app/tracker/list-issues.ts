import { compareIssueRisk, hasRisk, issueRisk, type RiskChoice, type RiskFacts } from '@almanac/core/tracker';
import type { Deps } from '../deps.ts';
import type { Board } from './board.ts';
import type { JudgedIssue, RatedIssue } from './judged-issues.ts';
import { trackedRisks } from './risks.ts';
import { ISSUE_ORDERS, type IssueQuestion, selectIssues } from './select-issues.ts';

/** An issue with the risk of the worst CVE that it is about. */
interface Ranked {
  readonly rated: RatedIssue;
  readonly risk: RiskFacts;
}

export interface RiskList {
  readonly issues: readonly { readonly judged: JudgedIssue; readonly risk: RiskFacts }[];
  readonly total: number;
  /** Open ones about a CVE that is known to be exploited. */
  readonly exploited: number;
}

interface PageAsked {
  readonly page: number;
  readonly limit: number;
}

type ListDeps = Pick<Deps, 'boards' | 'databases'>;

/** A page of issues: of those that are not on it no fix is judged unless a filter asks for it. List and count are of one reading. */
export async function listIssues(deps: ListDeps, question: IssueQuestion, asked: PageAsked) {
  const board = await deps.boards.read();
  const { sort, ...filters } = question;
  if (sort === 'risk') {
    const { issues, total } = await rankedPage(deps, board, question, asked);
    return { issues: issues.map(({ judged }) => judged), total };
  }
  const found = (await selectIssues(board, filters)).toSorted(ISSUE_ORDERS[sort]);
  return { issues: await board.judged(pageOf(found, asked)), total: found.length };
}

/** The same with the risk of each, and narrowed to those of a risk. */
export async function listIssuesWithRisk(
  deps: ListDeps,
  question: IssueQuestion & { readonly risk: RiskChoice | null },
  asked: PageAsked,
): Promise<RiskList> {
  return rankedPage(deps, await deps.boards.read(), question, asked);
}

async function rankedPage(
  deps: ListDeps,
  board: Board,
  { sort, risk: wanted = null, ...filters }: IssueQuestion & { readonly risk?: RiskChoice | null },
  asked: PageAsked,
): Promise<RiskList> {
  const [chosen, risks] = await Promise.all([selectIssues(board, filters), trackedRisks(deps, board)]);
  const known = new Map(risks.map(({ facts }) => [facts.id, facts]));
  const found = chosen
    .map((rated): Ranked => ({ rated, risk: issueRisk(rated.issue, known) }))
    .filter(({ risk }) => wanted === null || hasRisk(risk, wanted))
    .toSorted(sort === 'risk' ? byRisk : (a, b) => ISSUE_ORDERS[sort](a.rated, b.rated));
  const shown = pageOf(found, asked);
  const judged = await board.judged(shown.map(({ rated }) => rated));
  return {
    issues: judged.flatMap((one, i) => {
      const risk = shown[i]?.risk;
      return risk === undefined ? [] : [{ judged: one, risk }];
    }),
    total: found.length,
    exploited: found.filter(({ rated, risk }) => rated.issue.state === 'open' && hasRisk(risk, 'exploited')).length,
  };
}

function byRisk(a: Ranked, b: Ranked): number {
  const ranked = ({ rated: { issue }, risk }: Ranked) => ({ state: issue.state, number: issue.number, risk });
  return compareIssueRisk(ranked(a), ranked(b));
}

function pageOf<T>(items: readonly T[], { page, limit }: PageAsked): readonly T[] {
  return items.slice((page - 1) * limit, page * limit);
}
