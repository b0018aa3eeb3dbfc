import { type Adjacency, neighboursOf } from './adjacency.ts';

/**
 * The dependents of a node, direct or not, that most others depend on. Whatever depends on a dependent has fewer dependents than it
 * (or is one of its circle): so the greatest of those next in line is the greatest of all that are left, and nothing else is looked at.
 */
export function bestKnownDependents(graph: Adjacency, counts: Uint32Array, node: number, limit: number): number[] {
  const seen = new Set([node]);
  const line: number[] = [];
  const found: number[] = [];
  const isBefore = (a: number, b: number) => (counts[a] ?? 0) > (counts[b] ?? 0) || (counts[a] === counts[b] && a < b);
  push(node);
  while (found.length < limit && line.length > 0) {
    const best = pop();
    found.push(best);
    push(best);
  }
  return found;

  function push(of: number): void {
    for (const above of neighboursOf(graph, of, 'reverse')) {
      if (seen.has(above)) continue;
      seen.add(above);
      let place = line.push(above) - 1;
      while (place > 0) {
        const parent = (place - 1) >> 1;
        if (!isBefore(above, line[parent] ?? 0)) break;
        line[place] = line[parent] ?? 0;
        place = parent;
      }
      line[place] = above;
    }
  }

  function pop(): number {
    const best = line[0] ?? 0;
    const last = line.pop() ?? 0;
    if (line.length === 0) return best;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= line.length) break;
      if (child + 1 < line.length && isBefore(line[child + 1] ?? 0, line[child] ?? 0)) child += 1;
      if (!isBefore(line[child] ?? 0, last)) break;
      line[place] = line[child] ?? 0;
      place = child;
    }
    line[place] = last;
    return best;
  }
}
