/** How something is reached from what the project asks for: the shortest way, without itself; empty where the project asks for it; null where nothing leads there. */
export type WayTo<K> = (key: K) => readonly K[] | null;

/** Steps of a way that are told: real ones have a handful. */
const MOST_STEPS = 12;

/** Breadth first from `starts`, each key once. */
export function waysFrom<K>(starts: Iterable<K>, next: (key: K) => Iterable<K>): WayTo<K> {
  const before = new Map<K, K | null>();
  for (const start of starts) before.set(start, null);
  // A map hands out what is added while it is walked.
  for (const key of before.keys()) {
    for (const reached of next(key)) if (!before.has(reached)) before.set(reached, key);
  }
  return (key) => {
    if (!before.has(key)) return null;
    const way: K[] = [];
    for (let at = before.get(key) ?? null; at !== null; at = before.get(at) ?? null) {
      way.push(at);
      if (way.length > MOST_STEPS) return null;
    }
    return way.toReversed();
  };
}
