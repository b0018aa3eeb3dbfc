import type { SubjectKind } from '../records/subject-kind.ts';
import type { AffectedPackage } from './affected-packages.ts';
import type { RecordSource } from './facts.ts';

/** A version that is no longer affected, and of what. */
export interface KnownFixedVersion {
  readonly ecosystem: string | null;
  readonly vendor: string | null;
  readonly name: string;
  readonly purl: string | null;
  readonly kind: SubjectKind;
  readonly version: string;
  /** The first of those that say so. */
  readonly source: RecordSource;
}

/**
 * What is known of a fix, for every sentence about it:
 *
 * - `subject`: a version of the software that the CVE is about is fixed
 * - `other`: versions of packages or products are fixed that go by other names
 * - `builds_only`: only a distribution's builds or repackagings are fixed
 * - `commit`: only a commit is named
 * - `none`: no source names a fix
 */
export const FIX_STATES = ['subject', 'other', 'builds_only', 'commit', 'none'] as const;
export type FixState = (typeof FIX_STATES)[number];

export interface KnownFixes {
  readonly state: FixState;
  /** In the order of the packages: the software itself first, builds of it last; each subject and version once. */
  readonly versions: readonly KnownFixedVersion[];
}

const MAX_FIXED_VERSIONS = 200;

/** Builds and repackagings have versions of their own. */
export function isOfUpstream({ kind }: { readonly kind: SubjectKind }): boolean {
  return kind !== 'build' && kind !== 'repackaging';
}

/** The fixes of everything that is affected. */
export function knownFixes(packages: readonly AffectedPackage[]): KnownFixes {
  const fixed = packages.filter(({ fixedIn }) => fixedIn.length > 0);
  const versions = new Map<string, KnownFixedVersion>();
  for (const { ecosystem, vendor, name, purl, kind, fixedIn, source } of fixed) {
    for (const version of fixedIn) {
      // The CVE list and NVD write one product in two ways.
      const key = JSON.stringify([ecosystem, ecosystem === null ? name.toLowerCase() : name, version]);
      if (!versions.has(key)) versions.set(key, { ecosystem, vendor, name, purl, kind, version, source });
    }
  }
  return { state: stateOf(packages, fixed), versions: [...versions.values()].slice(0, MAX_FIXED_VERSIONS) };
}

function stateOf(packages: readonly AffectedPackage[], fixed: readonly AffectedPackage[]): FixState {
  if (fixed.some(({ isSubject }) => isSubject)) return 'subject';
  if (fixed.some(isOfUpstream)) return 'other';
  if (fixed.length > 0) return 'builds_only';
  return packages.some(({ fixCommits }) => fixCommits.length > 0) ? 'commit' : 'none';
}
