import { lookupForm } from '@almanac/core/collection';
import { collectionPackages } from '../../queries/collection-packages.ts';
import { knownAttributes } from '../../queries/known-attributes.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { DependencyGraph } from './dependency-graph.ts';

export interface FoundAttribute {
  readonly attribute: string;
  /** Null: the collection has it and the evaluation has not, or there is none. */
  readonly node: number | null;
}

const MOST_NAMED = 8;

/**
 * The attribute that a name means: one of the evaluation by its exact name, else the only one of the collection that goes by it. Throws
 * where nobody has it, and where several have it, naming them.
 */
export async function findAttribute(
  { databases }: Pick<Deps, 'databases'>,
  graph: DependencyGraph | null,
  name: string,
): Promise<FoundAttribute> {
  const node = graph?.nodes.get(name);
  if (node !== undefined) return { attribute: name, node };
  const { rows, own } = await databases.readWithFallback(async (db) => ({
    rows: (await collectionPackages(db, [lookupForm(name)], null)).rows,
    // Where more go by the name than are read, it may be missing among them.
    own: await knownAttributes(db, [name]),
  }));
  const attributes = [...new Set(rows.map(({ attribute }) => attribute))].toSorted((a, b) => a.length - b.length);
  const meant = own.has(name) ? name : attributes.length === 1 ? attributes[0] : undefined;
  if (meant !== undefined) return { attribute: meant, node: graph?.nodes.get(meant) ?? null };
  const others = attributes.slice(0, MOST_NAMED).join(', ');
  throw new ApiError(
    'PACKAGE_UNKNOWN',
    attributes.length === 0 ? 'nixpkgs has no package of this name' : 'Several nixpkgs packages have this name',
    { hint: attributes.length === 0 ? 'Use the nixpkgs attribute.' : `Use one of ${others}.` },
  );
}
