import { compareText } from '@almanac/core/ids';
import { availableFix, hasRisk, RISK_CHOICES, riskRule, subjectsOf } from '@almanac/core/tracker';
import { inTime } from '../../platform/in-time.ts';
import { cveSummaries } from '../cve/cve-summaries.ts';
import type { Deps } from '../deps.ts';
import type { Board } from '../tracker/board.ts';
import type { RatedIssue } from '../tracker/judged-issues.ts';
import { loadOpenRisks, type OpenRisk } from '../tracker/risks.ts';
import { trendingCves } from '../trending/trending-cves.ts';
import type { HomeModel, NewFix, OpenCve, OpenGroup, OpenWork, RefutedIssue } from './page.ts';

/** Entries of each list of the page. */
const SHOWN = { first: 5, changed: 6, fixes: 4 };

/** So long the page waits for the tracker, in milliseconds: without it, it says what is unknown, which is better than no page. */
const PATIENCE_MS = 1_500;

/** Everything that the first page shows, from what is kept for other answers. */
export async function homeModel(deps: Deps): Promise<HomeModel> {
  const states = await deps.sourceStates.read();
  const wasTrackerRead = states.get('nixpkgs')?.lastCheckedAt != null;
  const [changed, tracker] = await Promise.all([
    trendingCves(deps, { days: 1, page: 1, limit: SHOWN.changed }),
    wasTrackerRead ? inTime(readTracker(deps), PATIENCE_MS) : ('unread' as const),
  ]);
  return {
    at: new Date(deps.now()).toISOString(),
    sources: [...states.values()],
    changed,
    ...(typeof tracker === 'string' ? { open: tracker, fixes: [] } : tracker),
  };
}

async function readTracker(deps: Pick<Deps, 'boards' | 'databases'>): Promise<{ open: OpenWork; fixes: NewFix[] }> {
  const board = await deps.boards.read();
  return { open: await loadOpenWork(deps, board), fixes: newestFixes(board.issues) };
}

async function loadOpenWork(deps: Pick<Deps, 'databases'>, board: Board): Promise<OpenWork> {
  const open = await loadOpenRisks(deps, board);
  const [affected, unknown] = (['affected', 'unknown'] as const).map((wanted) =>
    open.filter(({ verdict }) => verdict.verdict === wanted),
  ) as [OpenRisk[], OpenRisk[]];
  const ids = [affected, unknown].flatMap((group) => group.slice(0, SHOWN.first).map(({ row }) => row.id));
  const summaries = await deps.databases.readWithFallback((db) => cveSummaries(db, ids));
  const titles = new Map(summaries.map(({ id, title }) => [id, title]));
  return {
    affected: toOpenGroup(affected, titles),
    unknown: toOpenGroup(unknown, titles),
    packages: {
      affected: countPackages(affected),
      exploited: countPackages(affected.filter(({ facts }) => hasRisk(facts, 'exploited'))),
    },
    refuted: listRefutedIssues(board),
  };
}

function toOpenGroup(risks: readonly OpenRisk[], titles: ReadonlyMap<string, string | null>): OpenGroup {
  const count = (...rules: readonly string[]) => risks.filter(({ facts }) => rules.includes(riskRule(facts))).length;
  return {
    first: risks.slice(0, SHOWN.first).flatMap((risk) => toOpenCve(risk, titles.get(risk.row.id) ?? null)),
    total: risks.length,
    exploited: count(...RISK_CHOICES.exploited),
    likely: count('epss_high'),
    unscored: count('unscored'),
  };
}

function toOpenCve({ facts, about, verdict }: OpenRisk, title: string | null): OpenCve[] {
  const issues = about?.issues.filter(({ state }) => state === 'open') ?? [];
  const [newest] = issues;
  if (about === undefined || newest === undefined) return [];
  const packages = [...new Set(issues.flatMap((issue) => issue.packages))];
  return [{ facts, title, verdict, packages, issue: newest.number, stage: about.stage }];
}

function countPackages(risks: readonly OpenRisk[]): number {
  return new Set(risks.flatMap(({ verdict }) => verdict.places.map(({ attribute }) => attribute))).size;
}

function listRefutedIssues({ issues, verdicts }: Board): OpenWork['refuted'] {
  const refuted = issues.flatMap(({ issue }): RefutedIssue[] => {
    const verdict = verdicts.ofIssue(issue);
    if (verdict?.verdict !== 'not_affected') return [];
    return [{ number: issue.number, cves: subjectsOf(issue), places: verdict.places }];
  });
  return { first: refuted.toReversed().slice(0, SHOWN.first), total: refuted.length };
}

/** Merged last first; a pull request that fixes several issues is one fix. */
function newestFixes(issues: readonly RatedIssue[]): NewFix[] {
  const fixes = new Map<number, NewFix>();
  for (const { issue, pulls } of issues) {
    const pull = availableFix(pulls, null)?.pull?.pull;
    if (pull === undefined || pull.mergedAt === null) continue;
    const { number, title, url, mergedAt } = pull;
    fixes.set(number, { number, title, url, mergedAt, issue: issue.number, cves: issue.cves });
  }
  return [...fixes.values()].toSorted((a, b) => compareText(b.mergedAt, a.mergedAt)).slice(0, SHOWN.fixes);
}
