import { countDependents, degreeOf, findComponents } from '@almanac/core/graph';
import { inSlices } from '../../platform/in-slices.ts';
import { dependencySnapshot } from '../../queries/dependency-snapshot.ts';
import type { KeptImpact } from '../../queries/kept-impact.ts';
import type { Db } from '../../store/database.ts';
import { readDependencyGraph } from '../graph/stored-graph.ts';

/**
 * Exactly, for all at once: some seconds for the whole collection, which is why it is done here and not when someone asks. Packages on
 * which nothing depends are left out.
 */
export async function computeRebuildImpact(db: Db): Promise<KeptImpact> {
  const snapshot = await dependencySnapshot(db);
  const graph = await readDependencyGraph(db);
  if (graph === null) return { snapshot, numbers: '', transitive: '' };
  const { adjacency, numbers } = graph;
  const components = await inSlices(findComponents(adjacency));
  const counts = await inSlices(countDependents(adjacency, components));
  const direct = (node: number) => degreeOf(adjacency, node, 'reverse');
  const ranked = Uint32Array.from(numbers.keys())
    .filter((node) => counts[node] !== 0)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || direct(b) - direct(a) || a - b);
  return {
    snapshot,
    numbers: packed(ranked.map((node) => numbers[node] ?? 0)),
    transitive: packed(ranked.map((node) => counts[node] ?? 0)),
  };
}

function packed(words: Uint32Array): string {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64');
}

export function unpackNumbers(text: string): Uint32Array {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  return new Uint32Array(bytes.buffer, 0, bytes.length >> 2);
}
