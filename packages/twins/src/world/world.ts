import type { Collection } from './collection.ts';
import type { Vulnerability } from './vulnerability.ts';

/** Lazy, because a world may exceed memory. */
export interface World {
  readonly size: number;
  entries(): Iterable<Vulnerability>;
  find(id: string): Vulnerability | null;
  /** Defaults to the small collection. */
  readonly collection?: Collection;
  /** Attributes and what they are built from. Defaults to the small collection's. */
  readonly inputs?: Readonly<Record<string, readonly string[]>>;
  /** True if other repositories are unknown, so that nothing is said about them. */
  readonly apart?: boolean;
}

export function worldOf(list: readonly Vulnerability[]): World {
  const byId = new Map(list.map((entry) => [entry.id, entry]));
  return { size: list.length, entries: () => list, find: (id) => byId.get(id) ?? null };
}
