import type { Adjacency } from './adjacency.ts';
import { atOnce } from './adjacency.ts';
import type { Components } from './components.ts';

/** The longest chains of dependents: how many steps lie above each node, and which is the next. */
export interface Chains {
  /** By node. */
  readonly height: Uint32Array;
  /** The node itself where nothing depends on it. */
  readonly next: Uint32Array;
}

/** Components that are looked at before others get their turn. */
const SLICE = 1 << 12;

/**
 * For every node at once, in one pass from what nobody needs down to what all need. A circle counts as one step, entered and left by
 * whichever of its members leads on: the longest path without repetition in a graph with circles takes for ever to find. Yields between
 * slices of the work.
 */
export function* findChains(
  { nodes, reverseStart, reverse }: Adjacency,
  { count, of, members, start }: Components,
): Generator<void, Chains> {
  const height = new Uint32Array(nodes);
  const next = new Uint32Array(nodes);
  for (let component = count - 1; component >= 0; component -= 1) {
    if (component % SLICE === 0) yield;
    const [begin, end] = [start[component] ?? 0, start[component + 1] ?? 0];
    let [best, via] = [0, -1];
    for (let i = begin; i < end; i += 1) {
      const node = members[i] ?? 0;
      next[node] = node;
      for (let place = reverseStart[node] ?? 0; place < (reverseStart[node + 1] ?? 0); place += 1) {
        const above = reverse[place] ?? 0;
        if (of[above] === component || (height[above] ?? 0) + 1 <= best) continue;
        [best, via] = [(height[above] ?? 0) + 1, above];
      }
    }
    for (let i = begin; i < end; i += 1) {
      const node = members[i] ?? 0;
      height[node] = best;
      if (via >= 0) next[node] = via;
    }
  }
  return { height, next };
}

/** The same at once. */
export function chainsOf(graph: Adjacency, components: Components): Chains {
  return atOnce(findChains(graph, components));
}

/** The node and the chain above it, from what is needed to what needs it. */
export function chainFrom({ next }: Chains, node: number): number[] {
  const chain = [node];
  for (let at = node; ; ) {
    const above = next[at] ?? at;
    if (above === at) return chain;
    chain.push(above);
    at = above;
  }
}
