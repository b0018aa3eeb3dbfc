import { type GraphTransitive, getGraphTransitive, isRead } from '@almanac/contract';
import { COLLECTION_NAME } from '@almanac/core/collection';
import { depthAt, pathTo } from '@almanac/core/graph';
import { RECORD_SOURCES } from '@almanac/core/records';
import { severityRank } from '@almanac/core/scores';
import { findAttribute } from '../../../app/graph/find-attribute.ts';
import type { CarriedFinding } from '../../../app/judging/carried-findings.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { asOf } from '../../../app/sources/source-states.ts';
import { route } from '../../route.ts';

const SOURCES = ['dependencies', 'packages', ...RECORD_SOURCES] as const;
const NOTHING = { reached: 0, examined: 0, unnamed: 0, depth: 0 };

/** Over the collection's dependencies; of those of other ecosystems nothing is known. */
export const transitive = route(getGraphTransitive, async (deps, { params: { name }, query }) => {
  const { ecosystem, depth, size, page, limit } = query;
  const { coverage } = await coverageOf(deps.sourceStates, SOURCES);
  const elsewhere = ecosystem !== undefined && ecosystem.toLowerCase() !== COLLECTION_NAME && ecosystem !== 'all';
  const graph = elsewhere ? null : await deps.graph.current();
  const found = elsewhere ? null : await findAttribute(deps, graph, name);
  const paged = { page, pageSize: limit };
  if (graph === null || found?.node == null) {
    const reason = elsewhere
      ? `Dependencies are known only for ${COLLECTION_NAME}.`
      : graph === null
        ? 'No nixpkgs evaluation has been read yet, so dependencies are unknown.'
        : 'The nixpkgs evaluation does not have this package.';
    const rows = coverage.map((row) =>
      row.source === 'dependencies' && isRead(row.state) ? { ...row, state: 'not_covered' as const } : row,
    );
    return {
      data: {
        package: name,
        attribute: found?.attribute ?? null,
        snapshot: graph?.snapshot ?? null,
        dependencies: NOTHING,
        findings: [],
        truncated: false,
        total: 0,
        ...paged,
      },
      envelopeFields: { verdict: 'unknown' as const, verdictReason: reason, coverage: rows, asOf: asOf(rows) },
    };
  }
  const { attribute, node } = found;
  const closure = graph.walk.closure(node, 'forward', { maxDepth: depth, maxNodes: size });
  // The package itself, then the closure: a place of the one is a place later in the other.
  const nodes = new Uint32Array(1 + closure.nodes.length);
  nodes[0] = node;
  nodes.set(closure.nodes, 1);
  const { findings, examined, complete } = await deps.databases.readWithFallback((db) =>
    graph.findings.of(db, nodes, deps.now(), deps),
  );
  const steps = (place: number) => (place === 0 ? 0 : depthAt(closure, place - 1));
  const sorted = findings.toSorted(
    (a, b) =>
      severityRank(a.finding.severity) - severityRank(b.finding.severity) ||
      steps(a.place) - steps(b.place) ||
      (a.finding.id < b.finding.id ? 1 : -1),
  );
  const affected = findings.length > 0;
  return {
    data: {
      package: name,
      attribute,
      snapshot: graph.snapshot,
      dependencies: {
        reached: nodes.length,
        examined,
        unnamed: nodes.reduce((sum, each) => sum + (graph.unnamed[each] ?? 0), 0),
        depth: closure.depthEnds.length,
      },
      findings: sorted.slice((page - 1) * limit, page * limit).map(({ finding, place }) => {
        const path = place === 0 ? [node] : pathTo(closure, place - 1);
        return shownFinding(
          finding,
          path.map((each) => graph.attributes[each] ?? ''),
        );
      }),
      truncated: closure.truncated || !complete,
      total: findings.length,
      ...paged,
    },
    envelopeFields: {
      verdict: affected ? ('affected' as const) : ('unknown' as const),
      verdictReason: reasonOf(findings),
      coverage,
      asOf: asOf(coverage),
    },
  };
});

/** A package is not built from itself. */
function reasonOf(findings: readonly { readonly place: number }[]): string {
  if (findings.some(({ place }) => place > 0)) return 'The version of a dependency in nixpkgs is affected.';
  if (findings.length > 0) return 'The package itself is affected; its dependencies are not known to be.';
  return 'Nothing found, but not every dependency is known or named in records.';
}

function shownFinding(finding: CarriedFinding, path: string[]): GraphTransitive['findings'][number] {
  const { sources, proof, ...rest } = finding;
  return { ...rest, path, sources: [...sources], proof: { ...proof } };
}
