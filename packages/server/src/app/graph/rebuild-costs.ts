import type { Deps } from '../deps.ts';

/** Counts what a change of one attribute rebuilds. */
export interface RebuildCost {
  readonly attribute: string;
  /** Null if no evaluation of nixpkgs has it. */
  readonly dependents: { readonly direct: number; readonly transitive: number } | null;
  /** The count from which on changes go to the staging branch. */
  readonly stagingFrom: number;
}

/** Sentences on one page. */
const MOST_SHOWN = 6;

/** What a change of each attribute costs, for a page: each once, the dearest first. */
export async function rebuildCosts(
  { graph, stagingRebuilds }: Pick<Deps, 'graph' | 'stagingRebuilds'>,
  attributes: readonly string[],
): Promise<RebuildCost[]> {
  const known = await graph.current();
  return [...new Set(attributes)]
    .map((attribute) => ({
      attribute,
      dependents: known?.dependents(attribute) ?? null,
      stagingFrom: stagingRebuilds,
    }))
    .toSorted((a, b) => (b.dependents?.transitive ?? -1) - (a.dependents?.transitive ?? -1))
    .slice(0, MOST_SHOWN);
}
