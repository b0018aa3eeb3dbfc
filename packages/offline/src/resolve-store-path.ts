import { namesOfSplit, type PathEntry, resolvePath, splitsOf } from '@almanac/core/collection';
import { printPurl } from '@almanac/core/purl';
import type { Component } from '@almanac/core/sbom';
import type { OpenSnapshot, Visit } from '@almanac/core/snapshots';

/** Returns the component with its nixpkgs package URL; null if no channel has the store path. */
export async function resolveStorePath(
  snapshot: OpenSnapshot,
  component: Component,
  visit?: Visit,
): Promise<(Component & { readonly purl: string }) | null> {
  const { storePath } = component;
  if (storePath === undefined) return null;
  const entries = new Map<string, readonly PathEntry[]>();
  for (const name of new Set(splitsOf(storePath).flatMap(namesOfSplit))) {
    entries.set(name, (await snapshot.entries(name, visit)).facts);
  }
  const found = resolvePath(storePath, (name) => entries.get(name) ?? []);
  if (found === null) return null;
  const { attribute: name, version } = found;
  const purl = printPurl({ type: 'nix', namespace: null, name, version, qualifiers: {}, subpath: null });
  return { ...component, name, version, purl };
}

/** Returns the package URLs of all store paths that a channel has. */
export async function purlsOfPaths(snapshot: OpenSnapshot, components: readonly Component[]): Promise<string[]> {
  const purls = new Set<string>();
  for (const component of components) {
    const resolved = await resolveStorePath(snapshot, component);
    if (resolved !== null) purls.add(resolved.purl);
  }
  return [...purls];
}
