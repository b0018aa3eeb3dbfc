import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Adjacency,
  adjacencyOf,
  atOnce,
  buildAdjacency,
  type Direction,
  degreeOf,
  neighboursOf,
} from './adjacency.ts';
import { bestKnownDependents } from './best-known.ts';
import { chainFrom, chainsOf } from './chains.ts';
import { depthAt, openWalk, pathTo } from './closure.ts';
import { componentsOf } from './components.ts';
import { countDependents } from './dependent-counts.ts';

type Pairs = readonly (readonly [from: number, to: number])[];

const graphOf = (nodes: number, pairs: Pairs): Adjacency =>
  adjacencyOf(
    nodes,
    Uint32Array.from(pairs, ([from]) => from),
    Uint32Array.from(pairs, ([, to]) => to),
  );

/** Any graph: with circles, loops, repeats, and edges that leave it. */
const graphs = fc.integer({ min: 1, max: 14 }).chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    pairs: fc.array(fc.tuple(fc.nat({ max: nodes }), fc.nat({ max: nodes })), { maxLength: 40 }),
  }),
);
const dags = graphs.map(({ nodes, pairs }) => ({ nodes, pairs: pairs.filter(([from, to]) => from > to) }));

/** The same said with sets: who is next to whom, and how far all others are. */
function naive(nodes: number, pairs: Pairs, direction: Direction) {
  const next = Array.from({ length: nodes }, () => new Set<number>());
  for (const [from, to] of pairs) {
    if (from === to || from >= nodes || to >= nodes) continue;
    next[direction === 'forward' ? from : to]?.add(direction === 'forward' ? to : from);
  }
  const distances = (start: number) => {
    const far = new Map([[start, 0]]);
    for (let level = [start], depth = 1; level.length > 0; depth += 1) {
      level = level.flatMap((node) => [...(next[node] ?? [])].filter((to) => !far.has(to) && far.set(to, depth)));
    }
    far.delete(start);
    return far;
  };
  return { next, distances };
}

describe('adjacency', () => {
  it('has each edge once in both directions, and none to itself or out of the graph', () => {
    fc.assert(
      fc.property(graphs, fc.constantFrom('forward', 'reverse'), ({ nodes, pairs }, direction) => {
        const graph = graphOf(nodes, pairs);
        const { next } = naive(nodes, pairs, direction);

        for (let node = 0; node < nodes; node += 1) {
          const targets = [...neighboursOf(graph, node, direction)];
          expect(targets.toSorted((a, b) => a - b)).toEqual([...(next[node] ?? [])].toSorted((a, b) => a - b));
          expect(degreeOf(graph, node, direction)).toBe(targets.length);
        }
        expect(graph.edges).toBe(next.reduce((sum, { size }) => sum + size, 0));
      }),
    );
  });

  it('is built in slices', () => {
    const many = 300_000;
    const from = Uint32Array.from({ length: many }, (_, i) => 1 + (i % 1_000));
    const work = buildAdjacency(1_001, from, new Uint32Array(many));

    let slices = 0;
    for (let step = work.next(); step.done !== true; step = work.next()) slices += 1;

    expect(slices).toBeGreaterThan(4);
  });
});

describe('closures', () => {
  it('are those of the plain model, nearest first, each by a shortest path', () => {
    fc.assert(
      fc.property(graphs, fc.constantFrom('forward', 'reverse'), ({ nodes, pairs }, direction) => {
        const walk = openWalk(graphOf(nodes, pairs));
        const model = naive(nodes, pairs, direction);

        for (let start = 0; start < nodes; start += 1) {
          const far = model.distances(start);
          const closure = walk.closure(start, direction);

          expect([...closure.nodes].toSorted((a, b) => a - b)).toEqual([...far.keys()].toSorted((a, b) => a - b));
          expect(walk.count(start, direction)).toBe(far.size);
          expect(closure.truncated).toBe(false);
          closure.nodes.forEach((node, place) => {
            const path = pathTo(closure, place);
            expect([path[0], path.at(-1), path.length - 1]).toEqual([start, node, far.get(node)]);
            expect(path.every((at, i) => i === 0 || model.next[path[i - 1] ?? 0]?.has(at))).toBe(true);
            expect(depthAt(closure, place)).toBe(far.get(node));
          });
        }
      }),
    );
  });

  it('are cut at their bounds, and say whether something was cut off', () => {
    fc.assert(
      fc.property(graphs, fc.nat({ max: 5 }), fc.nat({ max: 8 }), ({ nodes, pairs }, maxDepth, maxNodes) => {
        const walk = openWalk(graphOf(nodes, pairs));
        const far = naive(nodes, pairs, 'forward').distances(0);
        const near = [...far].filter(([, depth]) => depth <= maxDepth);

        const shallow = walk.closure(0, 'forward', { maxDepth });
        const small = walk.closure(0, 'forward', { maxNodes });

        expect(new Set(shallow.nodes)).toEqual(new Set(near.map(([node]) => node)));
        expect(shallow.truncated).toBe(near.length < far.size);
        expect([small.nodes.length, small.truncated]).toEqual([Math.min(maxNodes, far.size), far.size > maxNodes]);
      }),
    );
  });
});

describe('components', () => {
  it('are those that reach each other, numbered after what they need', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, pairs }) => {
        const graph = graphOf(nodes, pairs);
        const { of, count, members, start } = componentsOf(graph);
        const reach = Array.from({ length: nodes }, (_, node) => naive(nodes, pairs, 'forward').distances(node));

        for (let a = 0; a < nodes; a += 1) {
          for (let b = 0; b < nodes; b += 1) {
            const together = a === b || ((reach[a]?.has(b) && reach[b]?.has(a)) ?? false);
            expect(of[a] === of[b]).toBe(together);
            if (reach[a]?.has(b) && !together) expect(of[a]).toBeGreaterThan(of[b] ?? 0);
          }
        }
        expect([...members].toSorted((a, b) => a - b)).toEqual(Array.from({ length: nodes }, (_, node) => node));
        expect([...start].at(-1)).toBe(nodes);
        expect(new Set(of).size).toBe(count);
      }),
    );
  });

  it('are found in a chain longer than any stack is deep', () => {
    const many = 60_000;
    const chain = graphOf(
      many,
      Array.from({ length: many - 1 }, (_, i) => [i + 1, i] as const),
    );
    const components = componentsOf(chain);

    expect(components.count).toBe(many);
    expect(chainFrom(chainsOf(chain, components), 0)).toHaveLength(many);
  });
});

describe('counts of dependents', () => {
  it('are those of one closure after the other', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, pairs }) => {
        const graph = graphOf(nodes, pairs);
        const { distances } = naive(nodes, pairs, 'reverse');

        const counts = atOnce(countDependents(graph, componentsOf(graph)));

        expect([...counts]).toEqual(Array.from({ length: nodes }, (_, node) => distances(node).size));
      }),
    );
  });

  it('hold across blocks of nodes', () => {
    const many = 3_000;
    const graph = graphOf(
      many,
      Array.from({ length: 9_000 }, (_, i) => {
        const from = 1 + ((i * 7_919) % (many - 1));
        return [from, (i * 104_729) % from] as const;
      }),
    );
    const walk = openWalk(graph);

    const counts = atOnce(countDependents(graph, componentsOf(graph)));

    expect([...counts]).toEqual(Array.from({ length: many }, (_, node) => walk.count(node, 'reverse')));
  });
});

describe('chains', () => {
  it('are the longest there are', () => {
    fc.assert(
      fc.property(dags, ({ nodes, pairs }) => {
        const graph = graphOf(nodes, pairs);
        const { next } = naive(nodes, pairs, 'reverse');
        const longest = (node: number): number =>
          Math.max(0, ...[...(next[node] ?? [])].map((above) => longest(above) + 1));

        const chains = chainsOf(graph, componentsOf(graph));

        for (let node = 0; node < nodes; node += 1) {
          const chain = chainFrom(chains, node);
          expect([chain.length - 1, chains.height[node]]).toEqual([longest(node), longest(node)]);
          expect(chain.every((at, i) => i === 0 || next[chain[i - 1] ?? 0]?.has(at))).toBe(true);
        }
      }),
    );
  });

  it('take a circle for one step', () => {
    // 3 needs the circle of 1 and 2, which needs 0.
    const graph = graphOf(4, [
      [1, 0],
      [1, 2],
      [2, 1],
      [3, 2],
    ]);
    const chains = chainsOf(graph, componentsOf(graph));

    expect([...chains.height]).toEqual([2, 1, 1, 0]);
    expect(chainFrom(chains, 0)).toEqual([0, 1, 3]);
  });
});

describe('the best known dependents', () => {
  it('are those with the most dependents of their own', () => {
    fc.assert(
      fc.property(dags, fc.integer({ min: 1, max: 6 }), ({ nodes, pairs }, limit) => {
        const graph = graphOf(nodes, pairs);
        const counts = atOnce(countDependents(graph, componentsOf(graph)));
        const above = [...naive(nodes, pairs, 'reverse').distances(0).keys()];
        const ranked = above.toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);

        const best = bestKnownDependents(graph, counts, 0, limit);

        expect(best.map((node) => counts[node])).toEqual(ranked.slice(0, limit).map((node) => counts[node]));
        expect(best.every((node) => above.includes(node))).toBe(true);
      }),
    );
  });
});
