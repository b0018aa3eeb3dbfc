/** Every name that is reached from these by the edges, themselves included. Each edge is gone once. */
export function reachedNames(
  from: ReadonlySet<string>,
  edges: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set(from);
  const open = [...from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const next of edges.get(name) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}
