import { getScheme } from '../versions/ecosystems.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import { semver } from '../versions/semver.ts';

/** Registries that admit nothing but SemVer to the letter. */
const STRICT: ReadonlySet<string> = new Set(['npm', 'crates.io']);

/**
 * The order of an ecosystem for these versions of a record, null where it is not known.
 *
 * Where the registry, or the type of the range, promises SemVer and the record keeps to it, the order is the strict one,
 * so that nonsense such as `123randomtext` is not taken for a version (google/osv.dev#3787). Go writes a `v` before it, and Bitnami
 * packs software that counts in two numbers (`17.6`).
 */
export function orderFor(
  ecosystem: string | null,
  versions: readonly string[],
  isSemver = false,
): VersionScheme | null {
  const own = ecosystem === null ? null : getScheme(ecosystem).scheme;
  const promised =
    (isSemver && own?.id !== 'go' && ecosystem !== 'Bitnami') || (ecosystem !== null && STRICT.has(ecosystem));
  const kept = promised && versions.every((version) => version === '0' || semver.isValid(version));
  return kept || (isSemver && own === null) ? semver : own;
}
