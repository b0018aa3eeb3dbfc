import type { Collection, LockfileEntry } from './collect.ts';
import type { System } from './os-release.ts';

/** Adds a package of a distribution; where nothing tells which distribution it is, no record can be looked up. */
export function addInstalled(
  entry: Omit<LockfileEntry, 'direct' | 'dev' | 'namespace'>,
  system: System | null,
  collection: Collection,
): void {
  if (system === null) return collection.skip(entry.place, entry.name, UNKNOWN_SYSTEM);
  const qualifiers = { ...entry.qualifiers, distro: system.distro };
  collection.add({ ...entry, namespace: system.namespace, qualifiers, direct: null, dev: null });
}

/** Says that a release is not known, of a distribution that has releases. */
export function noteRelease(system: System | null, collection: Collection): void {
  if (system === null || system.distro !== null) return;
  collection.note(
    `The packages are from ${system.namespace}, but the list does not name the release, which records depend on. almanac scan --root reads it.`,
  );
}

const UNKNOWN_SYSTEM =
  'its distribution is unknown: neither the list nor an os-release names it; almanac scan --root reads both';
