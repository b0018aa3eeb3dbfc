import type { Adjacency } from './adjacency.ts';
import type { Components } from './components.ts';

/** Nodes whose dependents are marked in one pass: 32 words for each node, so that a big collection takes some megabytes. */
const BLOCK = 2_048;
const WORDS = BLOCK / 32;
/** Components between two chances for others. */
const SLICE = 1 << 8;

/**
 * How many nodes depend on each, directly or not: exactly, for all at once. For a block of nodes at a time every node gets a row of
 * bits, one for each of the block that depends on it: the rows of those right above it together. Empty rows, which most are, cost
 * nothing. Yields between slices of the work.
 */
export function* countDependents(graph: Adjacency, components: Components): Generator<void, Uint32Array> {
  const { nodes, reverseStart, reverse } = graph;
  const { count, of, members, start } = components;
  const counts = new Uint32Array(nodes);
  const rows = new Uint32Array(count * WORDS);
  const filled = new Uint8Array(count);
  // Members of the highest components first: whatever depends on nothing of the block has an empty row.
  for (let blockEnd = nodes; blockEnd > 0; blockEnd -= BLOCK) {
    const blockStart = Math.max(0, blockEnd - BLOCK);
    const highest = of[members[blockEnd - 1] ?? 0] ?? 0;
    for (let component = highest; component >= 0; component -= 1) {
      mark(component, blockStart, blockEnd);
      if (component % SLICE === 0) yield;
    }
    rows.fill(0, 0, (highest + 1) * WORDS);
    filled.fill(0, 0, highest + 1);
  }
  for (let node = 0; node < nodes; node += 1) counts[node]! -= 1; // itself
  return counts;

  function mark(component: number, blockStart: number, blockEnd: number): void {
    const own = component * WORDS;
    const [begin, end] = [start[component] ?? 0, start[component + 1] ?? 0];
    for (let i = begin; i < end; i += 1) {
      if (i >= blockStart && i < blockEnd) {
        const bit = i - blockStart;
        rows[own + (bit >>> 5)]! |= 1 << (bit & 31);
        filled[component] = 1;
      }
      const node = members[i] ?? 0;
      const last = reverseStart[node + 1] ?? 0;
      for (let place = reverseStart[node] ?? 0; place < last; place += 1) {
        const above = of[reverse[place] ?? 0] ?? 0;
        if (filled[above] === 0 || above === component) continue;
        filled[component] = 1;
        const other = above * WORDS;
        for (let word = 0; word < WORDS; word += 1) rows[own + word]! |= rows[other + word] ?? 0;
      }
    }
    if (filled[component] === 0) return;
    let total = 0;
    for (let word = 0; word < WORDS; word += 1) total += bitsOf(rows[own + word] ?? 0);
    for (let i = begin; i < end; i += 1) counts[members[i] ?? 0]! += total;
  }
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
