import type { Issue } from '@almanac/contract';
import {
  compareIssueRisk,
  compareRisk,
  hasRisk,
  issueRisk,
  type OpenVerdict,
  type RiskChoice,
  type RiskFacts,
} from '@almanac/core/tracker';
import type { Deps } from '../deps.ts';
import type { Board } from './board.ts';
import type { RatedIssue } from './judged-issues.ts';
import { toJudgedIssue } from './objects.ts';
import { countVerdicts, type VerdictCounts } from './open-verdicts.ts';
import { trackedRisks } from './risks.ts';
import { ISSUE_ORDERS, type IssueQuestion, selectIssues } from './select-issues.ts';

/** An issue with the risk of the worst CVE that it is about. */
interface Ranked {
  readonly rated: RatedIssue;
  readonly risk: RiskFacts;
  readonly verdict: OpenVerdict | null;
}

export interface RiskList {
  readonly issues: readonly {
    readonly issue: Issue;
    readonly pulls: RatedIssue['pulls'];
    readonly risk: RiskFacts;
  }[];
  readonly total: number;
  /** Open issues on all pages by verdict. */
  readonly open: VerdictCounts;
  /** Affected issues about a CVE that is known to be exploited. */
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
    return { issues: issues.map(({ issue }) => issue), total };
  }
  const found = (await selectIssues(board, filters)).toSorted(ISSUE_ORDERS[sort]);
  const judged = await board.judged(pageOf(found, asked));
  return {
    issues: judged.map((one) => toJudgedIssue(one, board.verdicts.ofIssue(one.issue))),
    total: found.length,
  };
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
    .map((rated): Ranked => {
      const verdict = board.verdicts.ofIssue(rated.issue);
      return { rated, verdict, risk: issueRisk(rated.issue, known) };
    })
    .filter(({ risk }) => wanted === null || hasRisk(risk, wanted))
    .toSorted(sort === 'risk' ? byRisk : (a, b) => ISSUE_ORDERS[sort](a.rated, b.rated));
  const shown = pageOf(found, asked);
  const judged = await board.judged(shown.map(({ rated }) => rated));
  const isExploited = (cve: string) => hasRisk(known.get(cve) ?? unscored(cve), 'exploited');
  return {
    issues: judged.flatMap((one, i) => {
      const ranked = shown[i];
      if (ranked === undefined) return [];
      const { risk, verdict } = ranked;
      return [{ issue: toJudgedIssue(one, worstFirst(verdict, known)), pulls: one.pulls, risk }];
    }),
    total: found.length,
    open: countVerdicts(found.map(({ verdict }) => verdict)),
    exploited: found.filter(({ verdict }) => verdict?.affectedBy.some(isExploited) === true).length,
  };
}

/** The verdict with its CVEs by risk, exploited ones first. */
function worstFirst(verdict: OpenVerdict | null, known: ReadonlyMap<string, RiskFacts>): OpenVerdict | null {
  if (verdict === null) return null;
  const sort = (cves: readonly string[]) =>
    cves
      .map((cve) => known.get(cve) ?? unscored(cve))
      .toSorted(compareRisk)
      .map(({ id }) => id);
  return { ...verdict, affectedBy: sort(verdict.affectedBy), undecided: sort(verdict.undecided) };
}

function unscored(id: string): RiskFacts {
  return { id, kev: false, exploitation: null, epss: null, severity: null };
}

function byRisk(a: Ranked, b: Ranked): number {
  const ranked = ({ rated: { issue }, risk, verdict }: Ranked) => ({
    state: issue.state,
    number: issue.number,
    risk,
    verdict: verdict?.verdict ?? null,
  });
  return compareIssueRisk(ranked(a), ranked(b));
}

function pageOf<T>(items: readonly T[], { page, limit }: PageAsked): readonly T[] {
  return items.slice((page - 1) * limit, page * limit);
}
