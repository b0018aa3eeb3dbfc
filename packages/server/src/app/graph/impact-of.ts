import type { DependencyGraph, Dependents } from './dependency-graph.ts';

const CHAIN_SHOWN = 100;
const BEST_KNOWN = 10;

/** Everything about a node that `GET /rebuild-impact/:name` tells. */
export function impactOf(graph: DependencyGraph, node: number) {
  const own = dependentsOf(graph, node);
  const chain = graph.deepestChain(node);
  return {
    direct: own.direct,
    transitive: own.transitive,
    depth: chain.length - 1,
    deepestChain: chain.slice(0, CHAIN_SHOWN).map((each) => graph.attributes[each] ?? ''),
    bestKnown: graph.bestKnown(node, BEST_KNOWN).map((each) => {
      const { direct, transitive } = dependentsOf(graph, each);
      return { attribute: graph.attributes[each] ?? '', direct, transitive };
    }),
  };
}

function dependentsOf(graph: DependencyGraph, node: number): Dependents {
  return graph.dependents(graph.attributes[node] ?? '') ?? { direct: 0, transitive: 0 };
}
