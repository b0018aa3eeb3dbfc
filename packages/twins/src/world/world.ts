import type { Collection } from './collection.ts';
import type { Vulnerability } from './vulnerability.ts';

/** All the vulnerabilities there are. Entries come lazily, so that a world may be larger than the memory. */
export interface World {
  readonly size: number;
  entries(): Iterable<Vulnerability>;
  find(id: string): Vulnerability | null;
  /** The packages of its collection; the small one where there are none. */
  readonly collection?: Collection;
  /** Which attributes of it are built from which; those of the small collection where there are none. */
  readonly inputs?: Readonly<Record<string, readonly string[]>>;
  /** True: other repositories are said nothing of, since nothing is known of them. */
  readonly apart?: boolean;
}

/** A world from a list. */
export function worldOf(list: readonly Vulnerability[]): World {
  const byId = new Map(list.map((entry) => [entry.id, entry]));
  return { size: list.length, entries: () => list, find: (id) => byId.get(id) ?? null };
}
