import { type GraphVulns, getGraphVulns } from '@almanac/contract';
import { type Evaluation, overallVerdict, packageVerdict, releaseFit } from '@almanac/core';
import { RECORD_SOURCES } from '../../../app/judging/gather-facts.ts';
import { allAffectedRows } from '../../../queries/affected-rows.ts';
import { aliasGroupsOf } from '../../../queries/alias-groups-of.ts';
import { packageSpeakers } from '../../../queries/package-speakers.ts';
import { ecosystemOf, packagesNamed } from '../../../queries/packages-named.ts';
import { vulnerabilitiesOf } from '../../../queries/vulnerabilities-of.ts';
import { vulnerabilitySummaries } from '../../../queries/vulnerability-summaries.ts';
import type { Db } from '../../../store/database.ts';
import { type AssertedEdge, assertedEdge } from '../../graph/asserted-edges.ts';
import { distinct } from '../../graph/distinct.ts';
import { packageCoverage } from '../../packages/coverage.ts';
import { refuseUnknown } from '../../packages/osv-query.ts';
import { route } from '../../route.ts';

/** Entries that are held against the version for one answer. */
const MOST_EVALUATED = 20_000;
/** A name such as `core` has thousands of vendors. */
const MOST_PACKAGES = 500;
const MOST_EDGES = 50;

/** Records by exact name alone: what `/vulns` finds by other names is not asserted of this one. */
export const graphVulns = route(getGraphVulns, async (deps, { params: { name }, query }) => {
  const { ecosystem, version, page, limit } = query;
  if (ecosystem !== undefined) await refuseUnknown(deps, ecosystem);
  const found = await deps.databases.readWithFallback((db) => findEdges(db, name, ecosystem, version ?? null));
  const from = (page - 1) * limit;
  const shown = found.vulnerabilities.slice(from, from + limit);
  const where = ecosystem ?? (found.ecosystems.length === 0 ? undefined : found.ecosystems);
  const { coverage, asOf, vouching } = await packageCoverage(deps, RECORD_SOURCES, where);
  const vouched = found.known && vouching.has('osv');
  const verdict = packageVerdict({ ...found, version: version ?? null, vouched });
  return {
    data: {
      package: name,
      ecosystem: ecosystem ?? 'all',
      version: version ?? 'any',
      vulnerabilities: shown,
      truncated: !found.complete,
      total: found.vulnerabilities.length,
      page,
      pageSize: limit,
    },
    beside: { verdict, coverage, asOf },
  };
});

async function findEdges(db: Db, name: string, ecosystem: string | undefined, version: string | null) {
  const [named = []] = await packagesNamed(db, [{ name, ecosystem }]);
  const own = named.filter((one) => one.name !== '*');
  const packages = own.slice(0, MOST_PACKAGES);
  const asked = packages.map((one) => ({ package: one, version }));
  const { rows, complete } = await allAffectedRows(db, { asked, sources: RECORD_SOURCES, at: null }, MOST_EVALUATED);
  const edges = rows
    .flatMap((row) => assertedEdge(row, ecosystem !== undefined))
    .filter(({ verdict }) => version === null || verdict !== 'not_affected');
  const speakers = await packageSpeakers(
    db,
    packages.map(({ id }) => id),
    ['osv'],
  );
  const isRelease = packages.every((one) => releaseFit(ecosystemOf(one), ecosystem ?? '') === 'same');
  return {
    ...(await vulnerabilitiesIn(db, edges)),
    ecosystems: [...new Set(packages.flatMap((one) => one.ecosystem ?? []))],
    complete: complete && own.length <= MOST_PACKAGES,
    // Only of one package of one ecosystem, in the release asked for, does silence say anything.
    known: ecosystem !== undefined && packages.length > 0 && isRelease && speakers.size > 0,
  };
}

type Vulnerability = GraphVulns['vulnerabilities'][number];

/** Nothing of a rejected CVE counts. */
async function vulnerabilitiesIn(
  db: Db,
  edges: readonly AssertedEdge[],
): Promise<{ readonly vulnerabilities: Vulnerability[]; readonly evaluations: readonly Evaluation[] }> {
  const records = [...new Set(edges.map(({ record }) => record))];
  const subjectsOf = await vulnerabilitiesOf(db, records);
  const pairs = edges.flatMap((edge) => subjectsOf(edge.record).map((id) => ({ id, edge })));
  const byId = new Map(
    [...Map.groupBy(pairs, ({ id }) => id)].map(([id, own]) => [id, own.map(({ edge }) => edge)] as const),
  );
  const groups = await aliasGroupsOf(db, [...byId.keys()], null);
  const groupOf = new Map(groups.map((group) => [group.id, group]));
  const summaries = await vulnerabilitySummaries(db, [...byId.keys()]);
  const standing = [...byId].filter(([id]) => summaries.get(id)?.rejected !== true);
  const vulnerabilities = standing.map(
    ([id, own]): Vulnerability => ({
      id,
      aliases: (groupOf.get(id)?.ids ?? []).filter((alias) => alias !== id),
      severity: summaries.get(id)?.severity ?? null,
      verdict: overallVerdict(own.map(({ evaluation }) => evaluation)),
      edges: distinct(own.map(shownEdge)).slice(0, MOST_EDGES),
    }),
  );
  return {
    vulnerabilities: vulnerabilities.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? 1 : -1)),
    evaluations: standing.flatMap(([, own]) => own.map(({ evaluation }) => evaluation)),
  };
}

function shownEdge(edge: AssertedEdge): Vulnerability['edges'][number] {
  const { ecosystem, vendor, name, source, record, sha256, range, fixedIn, verdict } = edge;
  return { ecosystem, vendor, name, source, record, sha256, range, fixedIn: [...fixedIn], verdict };
}

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none'];

/** What holds first, then the worst. */
function rank({ verdict, severity }: Vulnerability): number {
  const place = severity === null ? SEVERITIES.length : SEVERITIES.indexOf(severity);
  return (verdict === 'affected' ? 0 : 10) + place;
}
