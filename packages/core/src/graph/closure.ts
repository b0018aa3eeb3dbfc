import { type Adjacency, type Direction, degreeOf, startsOf, targetsOf } from './adjacency.ts';

export interface ClosureBounds {
  /** Edges from the start; left out: as many as there are. */
  readonly maxDepth?: number;
  /** Nodes without the start; left out: as many as there are. */
  readonly maxNodes?: number;
}

/** What can be reached, nearest first, and by which way. */
export interface Closure {
  readonly start: number;
  /** In the order in which they were found, without the start. */
  readonly nodes: Uint32Array;
  /** For each of them the place of the one before it on a shortest path; -1: the start. */
  readonly previous: Int32Array;
  /** Where each depth ends in `nodes`: the first is that of the neighbours. */
  readonly depthEnds: readonly number[];
  /** A bound cut it off: there is more. */
  readonly truncated: boolean;
}

/** Walks one graph. What it needs to remember is made once: a walk of a few nodes allocates nothing of the graph's size. */
export interface Walk {
  closure(start: number, direction: Direction, bounds?: ClosureBounds): Closure;
  /** How many nodes can be reached, without the start. */
  count(start: number, direction: Direction): number;
}

export function openWalk(graph: Adjacency): Walk {
  const seen = new Uint32Array(graph.nodes);
  const queue = new Uint32Array(graph.nodes);
  const before = new Int32Array(graph.nodes);
  let round = 0;

  /** Fills `queue` and `before`; breadth first, so that the way to each is a shortest one. */
  function walk(start: number, direction: Direction, maxDepth: number, maxNodes: number) {
    const [starts, targets] = [startsOf(graph, direction), targetsOf(graph, direction)];
    if (maxDepth === 0) return { found: 0, depthEnds: [], truncated: degreeOf(graph, start, direction) > 0 };
    if (round === 0xffffffff) {
      seen.fill(0);
      round = 0;
    }
    round += 1;
    seen[start] = round;
    const depthEnds: number[] = [];
    let [found, head] = [0, 0];
    let node = start;
    let levelEnd = 0;
    for (;;) {
      const end = starts[node + 1] ?? 0;
      for (let place = starts[node] ?? 0; place < end; place += 1) {
        const target = targets[place] ?? 0;
        if (seen[target] === round) continue;
        if (found === maxNodes) return { found, depthEnds: [...depthEnds, found], truncated: true };
        seen[target] = round;
        queue[found] = target;
        before[found] = head - 1;
        found += 1;
      }
      if (head === levelEnd) {
        if (found > levelEnd) depthEnds.push(found);
        if (depthEnds.length >= maxDepth) return { found, depthEnds, truncated: leadsOn(direction, levelEnd, found) };
        levelEnd = found;
      }
      if (head === found) return { found, depthEnds, truncated: false };
      node = queue[head] ?? 0;
      head += 1;
    }
  }

  /** Whether the last level has a neighbour that was not met. */
  function leadsOn(direction: Direction, from: number, until: number): boolean {
    const [starts, targets] = [startsOf(graph, direction), targetsOf(graph, direction)];
    for (let i = from; i < until; i += 1) {
      const node = queue[i] ?? 0;
      for (let place = starts[node] ?? 0; place < (starts[node + 1] ?? 0); place += 1) {
        if (seen[targets[place] ?? 0] !== round) return true;
      }
    }
    return false;
  }

  return {
    closure(start, direction, { maxDepth = graph.nodes + 1, maxNodes = graph.nodes + 1 } = {}) {
      const { found, depthEnds, truncated } = walk(start, direction, maxDepth, maxNodes);
      return { start, nodes: queue.slice(0, found), previous: before.slice(0, found), depthEnds, truncated };
    },
    count: (start, direction) => walk(start, direction, graph.nodes + 1, graph.nodes + 1).found,
  };
}

/** How far each node of a closure is from its start. */
export function depthAt({ depthEnds }: Pick<Closure, 'depthEnds'>, place: number): number {
  return depthEnds.findIndex((end) => place < end) + 1;
}

/** From the start to the node at that place of the closure, both included. */
export function pathTo({ start, nodes, previous }: Closure, place: number): number[] {
  const path: number[] = [];
  for (let at = place; at >= 0; at = previous[at] ?? -1) path.push(nodes[at] ?? start);
  return [start, ...path.toReversed()];
}
