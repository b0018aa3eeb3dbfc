/**
 * Work in slices: a generator that stops after each small step. Whoever drives it decides when others have their turn, and whether it goes on
 * at all.
 */

/** Does work to its end that was written to be done in slices. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** `flatMap`, a slice for each item. */
export function* flatMapped<Item, Out>(
  items: Iterable<Item>,
  of: (item: Item) => readonly Out[],
): Generator<void, Out[]> {
  const found: Out[] = [];
  for (const item of items) {
    for (const one of of(item)) found.push(one);
    yield;
  }
  return found;
}

/** `Map.groupBy`, a slice for each item; an item may be of several groups. */
export function* grouped<Item, Key>(
  items: Iterable<Item>,
  keysOf: (item: Item) => Iterable<Key>,
): Generator<void, Map<Key, Item[]>> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
    yield;
  }
  return groups;
}

/** What is sorted, and what is merged, in one slice. */
const RUN = 500;

/** `toSorted`: runs are sorted one by one and merged. Stable, as it is. */
export function* sorted<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).toSorted(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* mergedRuns(runs[i] ?? [], runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, readonly Item[]> {
  const merged: Item[] = [];
  let [i, j] = [0, 0];
  while (i < first.length && j < second.length) {
    const [a, b] = [first[i] as Item, second[j] as Item];
    if (compare(a, b) <= 0) {
      merged.push(a);
      i += 1;
    } else {
      merged.push(b);
      j += 1;
    }
    if (merged.length % RUN === 0) yield;
  }
  return merged.concat(i < first.length ? first.slice(i) : second.slice(j));
}
