import { getRebuildImpacts } from '@almanac/contract';
import { degreeOf } from '@almanac/core/graph';
import { ApiError } from '../../../app/errors.ts';
import type { Ranking } from '../../../app/graph/dependency-graph.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { route } from '../../route.ts';

const RETRY_SECONDS = 60;

/** The worker counts; here a page is cut out. */
export const rebuildImpacts = route(getRebuildImpacts, async (deps, { query: { min, page, limit } }) => {
  const graph = await deps.graph.current();
  const ranking = graph?.ranking ?? null;
  if (graph === null || ranking === null) {
    throw new ApiError('NOT_COMPUTED_YET', 'Dependents have not been counted yet', {
      retryAfter: RETRY_SECONDS,
      hint: 'GET /api/v1/sources shows the state of the source `dependencies`.',
    });
  }
  const total = min === 0 ? graph.attributes.length : countAtLeast(ranking, min);
  const shown = ranking.nodes.subarray((page - 1) * limit, Math.min(page * limit, total));
  // What nothing depends on is not ranked: it comes last, by its place.
  const rest =
    min > 0 || shown.length === limit
      ? []
      : unranked(ranking, (page - 1) * limit - ranking.nodes.length + shown.length, limit - shown.length);
  return {
    data: {
      snapshot: ranking.snapshot,
      system: graph.system,
      computedAt: ranking.computedAt,
      stagingFrom: deps.stagingRebuilds,
      packages: [...shown, ...rest].map((node) => {
        const transitive = ranking.counts[node] ?? 0;
        return {
          attribute: graph.attributes[node] ?? '',
          // Not by `dependents`, which walks the graph for each while the ranking is that of a state before.
          direct: degreeOf(graph.adjacency, node, 'reverse'),
          transitive,
          staging: transitive >= deps.stagingRebuilds,
        };
      }),
      total,
      page,
      pageSize: limit,
    },
    envelopeFields: await coverageOf(deps.sourceStates, ['dependencies']),
  };
});

/** By halves: they are sorted. */
function countAtLeast({ nodes, counts }: Ranking, min: number): number {
  let [from, until] = [0, nodes.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((counts[nodes[middle] ?? 0] ?? 0) >= min) from = middle + 1;
    else until = middle;
  }
  return from;
}

function unranked({ counts }: Ranking, skip: number, limit: number): number[] {
  const found: number[] = [];
  let left = Math.max(0, skip);
  for (let node = 0; node < counts.length && found.length < limit; node += 1) {
    if (counts[node] !== 0) continue;
    if (left > 0) left -= 1;
    else found.push(node);
  }
  return found;
}
