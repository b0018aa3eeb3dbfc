import { type Adjacency, buildAdjacency } from '@almanac/core/graph';
import { inSlices } from '../../platform/in-slices.ts';
import { loadDependencies } from '../../queries/dependency-rows.ts';
import type { Db } from '../../store/database.ts';

/** What depends on what, in memory. A node is a derivation; its attribute is the one that stands for it. */
export interface StoredGraph {
  readonly system: string;
  /** By node. */
  readonly attributes: readonly string[];
  /** By node: numbers that stay the same from one state to the next. */
  readonly numbers: Uint32Array;
  /** By node: direct inputs that no attribute stands for. */
  readonly unnamed: Uint32Array;
  readonly adjacency: Adjacency;
  /** By attribute, those included for which another stands. */
  readonly nodes: ReadonlyMap<string, number>;
}

const NOWHERE = 0xffffffff;

/** Reads all of it, without keeping others from their turn for more than a few milliseconds. Null: there is none. */
export async function readDependencyGraph(db: Db): Promise<StoredGraph | null> {
  const rows = await loadDependencies(db);
  if (rows === null) return null;
  const { system, attributes, numbers, unnamed, from, to, others } = rows;
  const nodes = new Map<string, number>();
  const placed = new Uint32Array(numbers.reduce((most, number) => Math.max(most, number), 0) + 1).fill(NOWHERE);
  return inSlices(build());

  function* build(): Generator<void, StoredGraph> {
    for (const [node, number] of numbers.entries()) {
      placed[number] = node;
      nodes.set(attributes[node] ?? '', node);
      if (node % SLICE === 0) yield;
    }
    for (const [attribute, number] of others) {
      const node = placed[number] ?? NOWHERE;
      if (node !== NOWHERE) nodes.set(attribute, node);
    }
    yield* renumber(from);
    yield* renumber(to);
    const adjacency = yield* buildAdjacency(attributes.length, from, to);
    return { system, attributes, numbers, unnamed, adjacency, nodes };
  }

  /** Numbers of attributes become nodes; what is no node leaves the graph. */
  function* renumber(ends: Uint32Array): Generator<void> {
    for (let edge = 0; edge < ends.length; edge += 1) {
      ends[edge] = placed[ends[edge] ?? NOWHERE] ?? NOWHERE;
      if (edge % (16 * SLICE) === 0) yield;
    }
  }
}

const SLICE = 1 << 12;
