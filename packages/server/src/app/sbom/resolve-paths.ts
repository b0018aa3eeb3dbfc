import { namesOfSplit, resolvePath, splitsOf } from '@almanac/core/collection';
import { printPurl } from '@almanac/core/purl';
import type { Component, Sbom } from '@almanac/core/sbom';
import { collectionOfPaths } from '../../queries/collection-of-paths.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';

/**
 * The document with the packages of its store paths, as today's collection has them: each gets its attribute as its name, its package URL and its version. Paths of which
 * the collection has no package keep none.
 */
export async function resolvePaths({ databases }: Pick<MatchDeps, 'databases'>, sbom: Sbom): Promise<Sbom> {
  if (sbom.format !== 'nix') return sbom;
  const paths = sbom.components.flatMap(({ storePath }) => storePath ?? []);
  const names = [...new Set(paths.flatMap((path) => splitsOf(path).flatMap(namesOfSplit)))];
  const entries = await databases.readWithFallback((db) => collectionOfPaths(db, names));
  const components = sbom.components.map((component) => resolved(component, (name) => entries.get(name) ?? []));
  return { ...sbom, components };
}

function resolved(component: Component, entriesOf: Parameters<typeof resolvePath>[1]): Component {
  const { storePath } = component;
  const found = storePath === undefined ? null : resolvePath(storePath, entriesOf);
  if (storePath === undefined || found === null) return component;
  const { attribute: name, version, channels } = found;
  const purl = printPurl({ type: 'nix', namespace: null, name, version, qualifiers: {}, subpath: null });
  return { ...component, name, version, purl, storePath: { ...storePath, channels } };
}
