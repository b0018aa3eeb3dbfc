/**
 * Which node depends on which, as typed arrays: the neighbours of node `n` stand in `forward` from `forwardStart[n]` up to
 * `forwardStart[n + 1]`, and those that depend on it likewise in `reverse`. A million edges are nine megabytes.
 */
export interface Adjacency {
  readonly nodes: number;
  readonly edges: number;
  readonly forwardStart: Uint32Array;
  readonly forward: Uint32Array;
  readonly reverseStart: Uint32Array;
  readonly reverse: Uint32Array;
}

/** `forward` goes to what a node needs, `reverse` to what needs it. */
export type Direction = 'forward' | 'reverse';

export function startsOf(graph: Adjacency, direction: Direction): Uint32Array {
  return direction === 'forward' ? graph.forwardStart : graph.reverseStart;
}

export function targetsOf(graph: Adjacency, direction: Direction): Uint32Array {
  return direction === 'forward' ? graph.forward : graph.reverse;
}

/** How many neighbours a node has. */
export function degreeOf(graph: Adjacency, node: number, direction: Direction): number {
  const starts = startsOf(graph, direction);
  return (starts[node + 1] ?? 0) - (starts[node] ?? 0);
}

export function neighboursOf(graph: Adjacency, node: number, direction: Direction): Uint32Array {
  const starts = startsOf(graph, direction);
  return targetsOf(graph, direction).subarray(starts[node], starts[node + 1]);
}

/** Edges that are looked at before others get their turn: a millisecond or two. */
const SLICE = 1 << 17;

/**
 * Builds both directions from pairs in any order. Edges of a node to itself, repeated ones and those that leave the graph are
 * passed over. Yields between slices of the work, so that a caller can let others go first.
 */
export function* buildAdjacency(nodes: number, from: Uint32Array, to: Uint32Array): Generator<void, Adjacency> {
  const forwardStart = new Uint32Array(nodes + 1);
  const isEdge = (edge: number) => {
    const [a = nodes, b = nodes] = [from[edge], to[edge]];
    return a < nodes && b < nodes && a !== b;
  };
  for (let edge = 0; edge < from.length; edge += 1) {
    if (isEdge(edge)) forwardStart[(from[edge] ?? 0) + 1]! += 1;
    if (edge % SLICE === SLICE - 1) yield;
  }
  cumulate(forwardStart);
  const listed = new Uint32Array(forwardStart[nodes] ?? 0);
  const next = forwardStart.slice(0, nodes);
  for (let edge = 0; edge < from.length; edge += 1) {
    if (isEdge(edge)) listed[next[from[edge] ?? 0]!++] = to[edge] ?? 0;
    if (edge % SLICE === SLICE - 1) yield;
  }
  yield;
  const edges = withoutRepeats(nodes, forwardStart, listed);
  const forward = listed.slice(0, edges);
  yield;
  const { start: reverseStart, targets: reverse } = yield* reversed(nodes, forwardStart, forward);
  return { nodes, edges, forwardStart, forward, reverseStart, reverse };
}

/** The same at once, for graphs that are small or for processes in which nobody waits. */
export function adjacencyOf(nodes: number, from: Uint32Array, to: Uint32Array): Adjacency {
  return atOnce(buildAdjacency(nodes, from, to));
}

/** Counts to places where each list begins. */
function cumulate(starts: Uint32Array): void {
  for (let i = 1; i < starts.length; i += 1) starts[i]! += starts[i - 1] ?? 0;
}

/** Moves lists together over what stands in them twice; returns how many are left. */
function withoutRepeats(nodes: number, starts: Uint32Array, targets: Uint32Array): number {
  const seenBy = new Uint32Array(nodes);
  let kept = 0;
  let begin = 0;
  for (let node = 0; node < nodes; node += 1) {
    const end = starts[node + 1] ?? 0;
    for (let place = begin; place < end; place += 1) {
      const target = targets[place] ?? 0;
      if (seenBy[target] === node + 1) continue;
      seenBy[target] = node + 1;
      targets[kept++] = target;
    }
    begin = end;
    starts[node + 1] = kept;
  }
  return kept;
}

function* reversed(
  nodes: number,
  starts: Uint32Array,
  targets: Uint32Array,
): Generator<void, { readonly start: Uint32Array; readonly targets: Uint32Array }> {
  const start = new Uint32Array(nodes + 1);
  for (let place = 0; place < targets.length; place += 1) {
    start[(targets[place] ?? 0) + 1]! += 1;
    if (place % SLICE === SLICE - 1) yield;
  }
  cumulate(start);
  const back = new Uint32Array(targets.length);
  const next = start.slice(0, nodes);
  let done = 0;
  for (let node = 0; node < nodes; node += 1) {
    const end = starts[node + 1] ?? 0;
    for (let place = starts[node] ?? 0; place < end; place += 1) back[next[targets[place] ?? 0]!++] = node;
    if (end - done < SLICE) continue;
    done = end;
    yield;
  }
  return { start, targets: back };
}

/** Does work in slices to its end. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
