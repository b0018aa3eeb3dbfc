import type { MatchFacts } from '../facts.ts';

/** Which vulnerability an id speaks of. */
export interface Vulnerabilities {
  /** Keys of the vulnerabilities that a record of this id is about: one, or each that an advisory covers. */
  keysOf(id: string): readonly string[];
  /** All ids of a vulnerability, sorted, the key's own among them. */
  idsOf(key: string): readonly string[];
}

/** One vulnerability for each group of aliases. An advisory that covers several without being their alias speaks of each of them. */
export function vulnerabilitiesOf({ aliases, covers }: Pick<MatchFacts, 'aliases' | 'covers'>): Vulnerabilities {
  const groups = new Map<string, { readonly id: string; readonly ids: readonly string[] }>();
  for (const group of aliases) for (const id of group.ids) groups.set(id, group);
  const keyOf = (id: string) => groups.get(id)?.id ?? id;
  return {
    keysOf(id) {
      const own = keyOf(id);
      const covered = isCve(own) ? [] : (covers?.get(id) ?? []);
      return covered.length === 0 ? [own] : [...new Set(covered.map(keyOf))];
    },
    idsOf: (key) => [...new Set([key, ...(groups.get(key)?.ids ?? [])])].sort(),
  };
}

export function isCve(id: string): boolean {
  return id.startsWith('CVE-');
}
