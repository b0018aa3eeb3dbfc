import { type GraphVulns, getGraphVulns } from '@almanac/contract';
import { compareText, groupByKeys } from '@almanac/core/ids';
import { type Match, type MatchQuestion, type MatchResult, matchesById } from '@almanac/core/matching';
import { severityRank } from '@almanac/core/scores';
import { vulnerabilitySummaries } from '../../../app/cve/vulnerability-summaries.ts';
import type { Deps } from '../../../app/deps.ts';
import { type AssertedEdge, assertedEdge } from '../../../app/graph/asserted-edges.ts';
import { distinct } from '../../../app/graph/distinct.ts';
import { loadStatements } from '../../../app/judging/load-facts.ts';
import { judgePackage } from '../../../app/packages/judge-packages.ts';
import { refuseUnknown } from '../../../app/packages/osv-query.ts';
import { loadAliasGroups } from '../../../queries/alias-groups-of.ts';
import { packagesNamed } from '../../../queries/packages-named.ts';
import { loadVulnerabilities } from '../../../queries/vulnerabilities-of.ts';
import type { Db } from '../../../store/database.ts';
import { route } from '../../route.ts';

/** Entries that are held against the version for one answer. */
const MOST_EVALUATED = 20_000;
/** A name such as `core` has thousands of vendors. */
const MOST_PACKAGES = 500;
const MOST_EDGES = 50;

/** Records by exact name alone: what `/vulns` finds by other names is not asserted of this one. Each is judged as `/vulns` judges it. */
export const graphVulns = route(getGraphVulns, async (deps, { params: { name }, query }) => {
  const { ecosystem, version, page, limit } = query;
  if (ecosystem !== undefined) await refuseUnknown(deps, ecosystem);
  const question = { package: name, version: version ?? null, ...(ecosystem === undefined ? {} : { ecosystem }) };
  const { result, coverage, asOf } = await judgePackage(deps, question, { at: null });
  const found = await deps.databases.readWithFallback((db) => findEdges(db, question, deps));
  const judgedBy = verdictsOf(result);
  const judged = sortedVulnerabilities(found.vulnerabilities, (one) => (version === undefined ? [one] : judgedBy(one)));
  const from = (page - 1) * limit;
  return {
    data: {
      package: name,
      ecosystem: ecosystem ?? 'all',
      version: version ?? 'any',
      vulnerabilities: judged.slice(from, from + limit),
      truncated: !found.complete,
      total: judged.length,
      page,
      pageSize: limit,
    },
    envelopeFields: { verdict: result.verdict, unknownReasons: [...result.unknownReasons], coverage, asOf },
  };
});

function sortedVulnerabilities(
  all: readonly Vulnerability[],
  asJudged: (one: Vulnerability) => readonly Vulnerability[],
): readonly Vulnerability[] {
  return all.flatMap(asJudged).toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? 1 : -1));
}

/** With the verdict of the judgement; none where that clears the version. What the judgement knows nothing of stays undecided. */
function verdictsOf({ cleared, matches, otherMatches }: MatchResult): (one: Vulnerability) => readonly Vulnerability[] {
  const gone = new Set(cleared.flatMap(idsOf));
  const known = matchesById([...matches, ...otherMatches]);
  return (one) => {
    const ids = idsOf(one);
    if (ids.some((id) => gone.has(id))) return [];
    const status = ids.flatMap((id) => known.get(id) ?? [])[0]?.status;
    if (status === 'fixed_by_patch') return [];
    return [{ ...one, verdict: status === 'affected' ? 'affected' : 'unknown' }];
  };
}

function idsOf({ id, aliases }: Pick<Match, 'id' | 'aliases'>): string[] {
  return [id, ...aliases];
}

async function findEdges(
  db: Db,
  { package: name, ecosystem, version }: MatchQuestion,
  { evaluated }: Pick<Deps, 'evaluated'>,
) {
  const named = await packagesNamed(db, [{ name, ecosystem: ecosystem ?? undefined }]);
  const own = named.packages.flat().filter((one) => one.name !== '*');
  const packages = own.slice(0, MOST_PACKAGES);
  const edges: AssertedEdge[] = [];
  let complete = named.complete && own.length <= MOST_PACKAGES;
  let left = MOST_EVALUATED;
  for await (const { said, isComplete } of loadStatements(db, packages)) {
    const asserted = said.slice(0, left).flatMap((found) => assertedEdge(found, version, ecosystem !== undefined));
    for (const edge of asserted) if (version === null || edge.verdict !== 'not_affected') edges.push(edge);
    complete &&= isComplete && said.length <= left;
    left = Math.max(0, left - said.length);
    evaluated?.(said.length);
  }
  return { vulnerabilities: await vulnerabilitiesIn(db, edges), complete };
}

type Vulnerability = GraphVulns['vulnerabilities'][number];

/** Nothing of a rejected CVE counts. */
async function vulnerabilitiesIn(db: Db, edges: readonly AssertedEdge[]): Promise<readonly Vulnerability[]> {
  const records = [...new Set(edges.map(({ record }) => record))];
  const subjectsOf = await loadVulnerabilities(db, records);
  const byId = groupByKeys(edges, ({ record }) => subjectsOf(record));
  const groups = await loadAliasGroups(db, [...byId.keys()], null);
  const groupOf = new Map(groups.map((group) => [group.id, group]));
  const summaries = await vulnerabilitySummaries(db, [...byId.keys()]);
  return Array.from(byId).flatMap(([id, own]): Vulnerability[] => {
    const summary = summaries.get(id);
    if (summary?.rejected === true) return [];
    const aliases = (groupOf.get(id)?.ids ?? []).filter((alias) => alias !== id);
    const severity = summary?.severity ?? null;
    const shown = distinct(own.map(shownEdge)).toSorted(compareSubjects);
    return [{ id, aliases, severity, verdict: 'unknown', edges: shown.slice(0, MOST_EDGES) }];
  });
}

type Edge = Vulnerability['edges'][number];

function shownEdge(edge: AssertedEdge): Edge {
  const { ecosystem, vendor, name, source, record, sha256, range, fixedIn, verdict } = edge;
  return { ecosystem, vendor, name, source, record, sha256, range, fixedIn: [...fixedIn], verdict };
}

/** The order of one package stays: packs come in no order. */
function compareSubjects(a: Edge, b: Edge): number {
  return (
    compareText(a.ecosystem ?? '', b.ecosystem ?? '') ||
    compareText(a.vendor ?? '', b.vendor ?? '') ||
    compareText(a.name, b.name)
  );
}

/** What holds first, then the worst. */
function rank({ verdict, severity }: Vulnerability): number {
  return (verdict === 'affected' ? 0 : 10) + severityRank(severity);
}
