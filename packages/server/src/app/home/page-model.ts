import { compareText } from '@almanac/core/ids';
import { availableFix, compareRisk, riskRule } from '@almanac/core/tracker';
import { inTime } from '../../platform/in-time.ts';
import type { HomeModel, NewFix, OpenRisk, OpenRisks } from '../../web/home/model.ts';
import { cveSummaries } from '../cve/cve-summaries.ts';
import type { Deps } from '../deps.ts';
import { INSIGHTS } from '../insights/figures.ts';
import type { Board } from '../tracker/board.ts';
import type { RatedIssue } from '../tracker/judged-issues.ts';
import { type TrackedRisk, trackedRisks } from '../tracker/risks.ts';
import { trendingCves } from '../trending/trending-cves.ts';

/** Entries of each list of the page. */
const SHOWN = { first: 5, changed: 6, fixes: 4 };
/** The figures that fit a small card. */
const FIGURES: readonly string[] = ['severity', 'time-to-fix', 'fix-rate'];

/** So long the page waits for the tracker, in milliseconds: without it, it says what is unknown, which is better than no page. */
const PATIENCE_MS = 1_500;

/** Everything that the first page shows, from what is kept for other answers. */
export async function homeModel(deps: Deps): Promise<HomeModel> {
  const states = await deps.sourceStates.read();
  const wasTrackerRead = states.get('nixpkgs')?.lastCheckedAt != null;
  const [changed, tracker, insights] = await Promise.all([
    trendingCves(deps, { days: 1, page: 1, limit: SHOWN.changed }),
    wasTrackerRead ? inTime(readTracker(deps), PATIENCE_MS) : ('unread' as const),
    Promise.all(INSIGHTS.filter(({ topic }) => FIGURES.includes(topic.id)).map(({ read }) => read(deps))),
  ]);
  return {
    at: new Date(deps.now()).toISOString(),
    sources: [...states.values()],
    changed,
    ...(typeof tracker === 'string' ? { open: tracker, fixes: [] } : tracker),
    insights: insights.filter(({ shown }) => shown !== null),
  };
}

async function readTracker(deps: Pick<Deps, 'boards' | 'databases'>): Promise<{ open: OpenRisks; fixes: NewFix[] }> {
  const board = await deps.boards.read();
  return { open: await openRisks(deps, board), fixes: newestFixes(board.issues) };
}

async function openRisks(deps: Pick<Deps, 'databases'>, board: Board): Promise<OpenRisks> {
  const open = (await trackedRisks(deps, board)).filter((risk) => risk.open);
  const first = open.toSorted((a, b) => compareRisk(a.facts, b.facts)).slice(0, SHOWN.first);
  const ids = first.map(({ row }) => row.id);
  const summaries = await deps.databases.readWithFallback((db) => cveSummaries(db, ids));
  const titles = new Map(summaries.map(({ id, title }) => [id, title]));
  const count = (...rules: readonly string[]) => open.filter(({ facts }) => rules.includes(riskRule(facts))).length;
  return {
    first: first.flatMap((risk) => openRisk(risk, titles.get(risk.row.id) ?? null)),
    total: open.length,
    exploited: count('known_exploited', 'ssvc_active'),
    likely: count('epss_high'),
    unscored: count('unscored'),
  };
}

function openRisk({ facts, about }: TrackedRisk, title: string | null): OpenRisk[] {
  const issues = about?.issues.filter(({ state }) => state === 'open') ?? [];
  const [newest] = issues;
  if (about === undefined || newest === undefined) return [];
  const packages = [...new Set(issues.flatMap((issue) => issue.packages))];
  return [{ facts, title, packages, issue: newest.number, stage: about.stage }];
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
