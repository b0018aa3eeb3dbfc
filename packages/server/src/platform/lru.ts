/** Holds at most `maxBytes`, as measured by callers, and evicts the least recently used. */
export interface Lru<V> {
  get(key: string): V | undefined;
  /** Does not mark the entry as used, at half the cost. */
  peek(key: string): V | undefined;
  set(key: string, value: V, bytes: number): void;
  delete(key: string): void;
  keys(): readonly string[];
  readonly size: number;
  readonly bytes: number;
}

export function lru<V>(maxBytes: number): Lru<V> {
  const entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  let bytes = 0;

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // A Map keeps insertion order, so re-inserting makes this entry the newest.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    peek: (key) => entries.get(key)?.value,
    set(key, value, weight) {
      drop(key);
      if (weight > maxBytes) return;
      entries.set(key, { value, bytes: weight });
      bytes += weight;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
    delete: drop,
    keys: () => [...entries.keys()],
    get size() {
      return entries.size;
    },
    get bytes() {
      return bytes;
    },
  };

  function drop(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    bytes -= entry.bytes;
  }
}
