import type { Component, Skipped } from '../sbom/model.ts';

export interface LockfileContent {
  /** The file's own version of its format, such as `v3`, `berry 8` or `9.0`; null where the kind has none. */
  readonly format: string | null;
  /** Each package and version once, in the order of the file. */
  readonly components: readonly Component[];
  /** Entries that cannot be looked up: links to folders, includes, repository URLs. */
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
}

/** Bounds on what is read. */
export interface LockfileLimits {
  readonly characters: number;
  readonly components: number;
}

export const LOCKFILE_LIMITS: LockfileLimits = { characters: 20 * 1024 * 1024, components: 50_000 };
