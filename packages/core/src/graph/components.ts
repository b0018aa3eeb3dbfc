import type { Adjacency } from './adjacency.ts';
import { atOnce } from './adjacency.ts';

/**
 * Nodes that depend on each other in a circle, put together. Derivations have no circles, names of packages may: then the members of
 * one count as one step of a chain.
 */
export interface Components {
  readonly count: number;
  /** By node. What a component needs has a smaller number than it has itself. */
  readonly of: Uint32Array;
  /** Nodes ordered by their component. */
  readonly members: Uint32Array;
  /** Where the members of each begin; one more at the end. */
  readonly start: Uint32Array;
}

/** Steps of the search before others get their turn: a millisecond or two. */
const SLICE = 1 << 16;

/**
 * Tarjan's algorithm without recursion: a chain of dependencies may be longer than the stack is deep. Yields between slices of the
 * work.
 */
export function* findComponents({ nodes, forwardStart, forward }: Adjacency): Generator<void, Components> {
  const of = new Uint32Array(nodes);
  const order = new Uint32Array(nodes); // 0: not met yet
  const lowest = new Uint32Array(nodes);
  const isOpen = new Uint8Array(nodes);
  const open = new Uint32Array(nodes); // met, and not yet in a component
  const calls = new Uint32Array(nodes);
  const places = new Uint32Array(nodes); // where each call goes on
  let [met, openCount, count, steps] = [0, 0, 0, 0];

  for (let root = 0; root < nodes; root += 1) {
    if (order[root] !== 0) continue;
    let depth = 0;
    enter(root);
    while (depth > 0) {
      steps += 1;
      if (steps % SLICE === 0) yield;
      const node = calls[depth - 1] ?? 0;
      const place = places[depth - 1] ?? 0;
      if (place < (forwardStart[node + 1] ?? 0)) {
        places[depth - 1] = place + 1;
        const target = forward[place] ?? 0;
        if (order[target] === 0) enter(target);
        else if (isOpen[target] === 1) lowest[node] = Math.min(lowest[node] ?? 0, order[target] ?? 0);
        continue;
      }
      depth -= 1;
      if (lowest[node] === order[node]) close(node);
      const caller = calls[depth - 1];
      if (depth > 0 && caller !== undefined) lowest[caller] = Math.min(lowest[caller] ?? 0, lowest[node] ?? 0);
    }

    function enter(node: number): void {
      met += 1;
      order[node] = met;
      lowest[node] = met;
      open[openCount++] = node;
      isOpen[node] = 1;
      calls[depth] = node;
      places[depth] = forwardStart[node] ?? 0;
      depth += 1;
    }
  }

  function close(node: number): void {
    for (;;) {
      openCount -= 1;
      const member = open[openCount] ?? 0;
      isOpen[member] = 0;
      of[member] = count;
      if (member === node) break;
    }
    count += 1;
  }

  return { count, of, ...byComponent(nodes, count, of) };
}

/** The same at once. */
export function componentsOf(graph: Adjacency): Components {
  return atOnce(findComponents(graph));
}

function byComponent(nodes: number, count: number, of: Uint32Array): Pick<Components, 'members' | 'start'> {
  const start = new Uint32Array(count + 1);
  for (let node = 0; node < nodes; node += 1) start[(of[node] ?? 0) + 1]! += 1;
  for (let i = 1; i <= count; i += 1) start[i]! += start[i - 1] ?? 0;
  const next = start.slice(0, count);
  const members = new Uint32Array(nodes);
  for (let node = 0; node < nodes; node += 1) members[next[of[node] ?? 0]!++] = node;
  return { members, start };
}
