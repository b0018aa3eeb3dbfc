import { arrivesAt } from './channels.ts';
import type { Branch } from './commits.ts';
import { instantOf, type When } from './when.ts';

/** A package of the collection, as its definition says. */
export interface PackageState {
  /** False: the attribute is gone. */
  readonly listed?: boolean;
  readonly pname?: string;
  /** Null: it has none. */
  readonly version?: string | null;
  readonly description?: string;
  readonly homepage?: string | readonly string[];
  readonly license?: unknown;
  readonly maintainers?: readonly unknown[];
  readonly position?: string;
  readonly knownVulnerabilities?: readonly string[];
  /** The vendor of its CPE, where its definition declares one. */
  readonly cpeVendor?: string;
  /** Names of patch files; an evaluation tells them, the real list does not. */
  readonly patches?: readonly string[];
  readonly outputs?: readonly string[];
  /** Members of `meta` beside the usual ones. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** What stands in the collection at a moment of one branch. */
export interface ShownPackage {
  /** Quoted where Nix quotes: `haskellPackages."3d-graphics"`. */
  readonly attribute: string;
  readonly state: PackageState;
}

/** The packages of the invented collection. Lazily, so that there may be more than fit into memory. */
export interface Collection {
  readonly size: number;
  packagesAt(branch: Branch, at: number, start: number): Iterable<ShownPackage>;
}

/** A package and what becomes of it: each step is a commit, which comes to the branches by and by. */
export interface PackageStory {
  readonly attribute: string;
  readonly story: readonly {
    readonly at: When;
    /** Where it was merged; master by default. */
    readonly base?: Branch;
    readonly set: PackageState;
  }[];
}

export function collectionOf(stories: readonly PackageStory[]): Collection {
  const ordered = stories.toSorted((a, b) => (a.attribute < b.attribute ? -1 : 1));
  return {
    size: stories.length,
    *packagesAt(branch, at, start) {
      for (const { attribute, story } of ordered) {
        const state = stateOn(story, branch, at, start);
        if (state !== null) yield { attribute, state };
      }
    },
  };
}

/** What the branch says at that instant; null where it has no such package. */
function stateOn(story: PackageStory['story'], branch: Branch, at: number, start: number): PackageState | null {
  const arrived = story
    .map(({ at: made, base = 'master', set }) => ({
      set,
      at: arrivesAt({ branch: base, at: instantOf(made, start) }, branch),
    }))
    .filter((step) => step.at !== null && step.at <= at)
    .toSorted((a, b) => Number(a.at) - Number(b.at));
  if (arrived.length === 0) return null;
  const state = Object.assign({}, ...arrived.map(({ set }) => set)) as PackageState;
  return state.listed === false ? null : state;
}
