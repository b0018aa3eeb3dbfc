import {
  bestKnownDependents,
  type Chains,
  chainFrom,
  degreeOf,
  findChains,
  findComponents,
  openWalk,
  type Walk,
} from '@almanac/core/graph';
import { inSlices } from '../../platform/in-slices.ts';
import type { Documents } from '../../queries/documents.ts';
import type { Db } from '../../store/database.ts';
import { type FindingMemory, openFindingMemory } from './finding-memory.ts';
import type { Impact } from './impact.ts';
import { readDependencyGraph, type StoredGraph } from './stored-graph.ts';

/** How many packages have to be built anew when one changes; at least so many, since not every input has a name. */
export interface Dependents {
  readonly direct: number;
  readonly transitive: number;
}

/** What depends on what in the collection, at one state of storage. */
export interface DependencyGraph extends StoredGraph {
  /** Names that state. */
  readonly snapshot: string;
  readonly walk: Walk;
  /** What is known of its packages. */
  readonly findings: FindingMemory;
  /** What it takes of memory: its arrays exactly, its names about. */
  readonly bytes: number;
  /** What the worker has counted; null while it has not. */
  readonly ranking: Ranking | null;
  /** Null: the evaluation has no such attribute. */
  dependents(attribute: string): Dependents | null;
  /** The longest chain of dependents above a node, from what is needed to what needs it. */
  deepestChain(node: number): number[];
  /** Dependents of a node that have most dependents themselves. */
  bestKnown(node: number, limit: number): number[];
}

/** Packages by how many depend on them. */
export interface Ranking {
  readonly computedAt: string;
  readonly snapshot: string | null;
  /** Most dependents first; those without any are not among them. */
  readonly nodes: Uint32Array;
  /** By node. */
  readonly counts: Uint32Array;
}

/** What is made of storage once for each state of it. */
interface Bare {
  readonly stored: StoredGraph;
  readonly snapshot: string;
  readonly chains: Chains;
  readonly walk: Walk;
  readonly findings: FindingMemory;
}

/** Null: there is none in storage. */
export async function readBareGraph(db: Db, documents: Documents, snapshot: string): Promise<Bare | null> {
  const stored = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(readDependencyGraph);
  if (stored === null) return null;
  const components = await inSlices(findComponents(stored.adjacency));
  const chains = await inSlices(findChains(stored.adjacency, components));
  const [walk, findings] = [openWalk(stored.adjacency), openFindingMemory(stored.attributes, documents)];
  return { stored, snapshot, chains, walk, findings };
}
export type { Bare as BareGraph };

/** The same with what the worker has counted of it. */
export function graphOf({ stored, snapshot, chains, walk, findings }: Bare, impact: Impact | null): DependencyGraph {
  const { adjacency, nodes } = stored;
  const ranking = impact === null ? null : rankingOf(stored, impact);
  const isCounted = ranking?.snapshot === snapshot;
  // Of what much depends on, the count takes a walk through most of the graph: each is made once.
  const walked = new Map<number, number>();
  return {
    ...stored,
    snapshot,
    walk,
    findings,
    ranking,
    bytes: bytesOf(stored, chains) + (ranking?.nodes.byteLength ?? 0) + (ranking?.counts.byteLength ?? 0),
    dependents(attribute) {
      const node = nodes.get(attribute);
      if (node === undefined) return null;
      const direct = degreeOf(adjacency, node, 'reverse');
      if (isCounted) return { direct, transitive: ranking.counts[node] ?? 0 };
      const transitive = walked.get(node) ?? walk.count(node, 'reverse');
      walked.set(node, transitive);
      return { direct, transitive };
    },
    deepestChain: (node) => chainFrom(chains, node),
    // Without counts the longest chain above tells nearly as well who is needed most.
    bestKnown: (node, limit) => bestKnownDependents(adjacency, isCounted ? ranking.counts : chains.height, node, limit),
  };
}

/** Counts go by numbers of attributes: those of a state before are good for all that is still there. */
function rankingOf({ numbers }: StoredGraph, impact: Impact): Ranking {
  const counts = new Uint32Array(numbers.length);
  const nodeOf = new Map<number, number>();
  numbers.forEach((number, node) => nodeOf.set(number, node));
  const nodes: number[] = [];
  impact.numbers.forEach((number, place) => {
    const node = nodeOf.get(number);
    if (node === undefined) return;
    nodes.push(node);
    counts[node] = impact.transitive[place] ?? 0;
  });
  return { computedAt: impact.computedAt, snapshot: impact.snapshot, nodes: Uint32Array.from(nodes), counts };
}

/** About what a text and its place in a map take beside its characters. */
const NAME_BYTES = 64;
/** Marks, queue and ways of a walk: a word for each node. */
const WALK_ARRAYS = 3;

function bytesOf({ adjacency, attributes, numbers, unnamed, nodes }: StoredGraph, { height, next }: Chains): number {
  const { forward, forwardStart, reverse, reverseStart } = adjacency;
  const arrays = [forward, forwardStart, reverse, reverseStart, numbers, unnamed, height, next];
  const names = attributes.reduce((sum, name) => sum + name.length, 0) + nodes.size * NAME_BYTES;
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0) + 4 * WALK_ARRAYS * attributes.length + names;
}
