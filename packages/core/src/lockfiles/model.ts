import type { Component, Skipped } from '../sbom/model.ts';

/** The eight kinds of the contract (4.10), by the name of the file. */
export type LockfileKind =
  | 'package-lock.json'
  | 'yarn.lock'
  | 'pnpm-lock.yaml'
  | 'Cargo.lock'
  | 'go.sum'
  | 'requirements.txt'
  | 'Gemfile.lock'
  | 'flake.lock';

export interface Lockfile {
  readonly kind: LockfileKind;
  /** The file's own version of its format, such as `v3`, `berry 8` or `9.0`; null where the kind has none. */
  readonly format: string | null;
  /** Each package and version once, in the order of the file. */
  readonly components: readonly Component[];
  /** What is named in the file and cannot be asked about: links to folders, includes, addresses of repositories. */
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
}

export type LockfileReading =
  | { readonly lockfile: Lockfile; readonly problem: null }
  | { readonly lockfile: null; readonly problem: string };

/** Bounds on what is read. */
export interface LockfileLimits {
  readonly characters: number;
  readonly components: number;
}

export const LOCKFILE_LIMITS: LockfileLimits = { characters: 20 * 1024 * 1024, components: 50_000 };
