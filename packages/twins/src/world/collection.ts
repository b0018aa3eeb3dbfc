import { arrivesAt } from './channels.ts';
import type { Branch } from './commits.ts';
import { instantOf, type When } from './when.ts';

export interface PackageState {
  /** False if the attribute was removed. */
  readonly listed?: boolean;
  readonly pname?: string;
  /** Null if it has none. */
  readonly version?: string | null;
  readonly description?: string;
  readonly homepage?: string | readonly string[];
  readonly license?: unknown;
  readonly maintainers?: readonly unknown[];
  readonly position?: string;
  readonly knownVulnerabilities?: readonly string[];
  /** The declared CPE vendor. */
  readonly cpeVendor?: string;
  /** Names of patch files, known from an evaluation but not from the real list. */
  readonly patches?: readonly string[];
  readonly outputs?: readonly string[];
  /** Extra members of `meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface ShownPackage {
  /** Quoted where Nix quotes: `haskellPackages."3d-graphics"`. */
  readonly attribute: string;
  readonly state: PackageState;
}

/** Lazy, because packages may exceed memory. */
export interface Collection {
  readonly size: number;
  packagesAt(branch: Branch, at: number, start: number): Iterable<ShownPackage>;
}

/** Each step is a commit, which reaches the branches over time. */
export interface PackageStory {
  readonly attribute: string;
  readonly story: readonly {
    readonly at: When;
    /** The merge target; master by default. */
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

/** Null if the branch does not have the package at that instant. */
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
