import { alpine } from './alpine.ts';
import { cran } from './cran.ts';
import { debian } from './debian.ts';
import { go } from './go.ts';
import { hackage } from './hackage.ts';
import { hex } from './hex.ts';
import { homebrew } from './homebrew.ts';
import { julia } from './julia.ts';
import { maven } from './maven.ts';
import { nuget } from './nuget.ts';
import { opam } from './opam.ts';
import { packagist } from './packagist.ts';
import { pub } from './pub.ts';
import { pypi } from './pypi.ts';
import { rebuiltBy } from './rebuilt.ts';
import { rpm } from './rpm.ts';
import { rubygems } from './rubygems.ts';
import type { VersionScheme } from './scheme.ts';
import { semverLike } from './semver-like.ts';

/** Parsed form of an OSV ecosystem such as `Ubuntu:22.04:LTS`. */
export interface Ecosystem {
  /** The part before the first colon. */
  readonly base: string;
  /** The part after the first colon, which may contain further colons. Null without a colon. */
  readonly suffix: string | null;
  /** Whether the base is a name of the OSV schema, letter for letter. */
  readonly known: boolean;
  /** How its versions are ordered; null where that is unknown, and then `reason` says why. */
  readonly scheme: VersionScheme | null;
  readonly reason: string | null;
}

/** A scheme, or why there is none, or how to find it from the suffix. */
type Ordering = VersionScheme | string | ((suffix: string | null) => VersionScheme | string);

const ORDERINGS: ReadonlyMap<string, Ordering> = new Map<string, Ordering>([
  ['AlmaLinux', rpm],
  ['Alpaquita', alpine],
  ['Alpine', alpine],
  ['Android', 'Android names releases and patch levels, which the OSV schema does not order'],
  ['Azure Linux', rpm],
  ['BellSoft Hardened Containers', alpine],
  ['Bioconductor', cran],
  ['Bitnami', semverLike],
  ['Chainguard', alpine],
  ['CleanStart', alpine],
  ['ConanCenter', semverLike],
  ['CRAN', cran],
  ['crates.io', semverLike],
  ['Debian', debian],
  ['Docker Hardened Images', (suffix) => derived('Docker Hardened Images', suffix)],
  ['Echo', (suffix) => (suffix === null ? debian : rebuilt('Echo', 'echo', suffix))],
  ['FreeBSD', 'the order of pkg-version(8) is not implemented'],
  ['GHC', hackage],
  ['GIT', 'commits are ordered by the history of their repository, not by their names'],
  ['GitHub Actions', semverLike],
  ['Go', go],
  ['Hackage', hackage],
  ['Hex', hex],
  ['Homebrew', homebrew],
  ['Julia', julia],
  ['Kubernetes', semverLike],
  ['Linux', semverLike],
  ['Mageia', rpm],
  ['Maven', maven],
  ['MinimOS', alpine],
  ['npm', semverLike],
  ['NuGet', nuget],
  ['opam', opam],
  ['openEuler', rpm],
  ['openSUSE', rpm],
  ['OSS-Fuzz', 'OSS-Fuzz records name commits and tags, which the OSV schema does not order'],
  ['Packagist', packagist],
  ['Photon OS', rpm],
  ['Pub', pub],
  ['PyPI', pypi],
  ['Red Hat', rpm],
  ['Rocky Linux', rpm],
  ['Root', (suffix) => rebuilt('Root', 'root.io', suffix)],
  ['RubyGems', rubygems],
  ['SUSE', rpm],
  ['SwiftURL', semverLike],
  ['TuxCare', (suffix) => derived('TuxCare', suffix)],
  ['Ubuntu', debian],
  ['vcpkg', 'vcpkg lets each port choose one of four version schemes, and a record does not say which'],
  ['VSCode', semverLike],
  ['Wolfi', alpine],
  ['WordPress', 'the OSV schema does not say how WordPress versions are ordered'],
]);

/** Every ecosystem name of the OSV schema, and `GIT`, in its exact spelling. */
export const ecosystemNames: readonly string[] = [...ORDERINGS.keys()];

/** Reads an OSV ecosystem string. Names are case-sensitive, as in OSV; a name that is not listed is unknown, not guessed. */
export function getScheme(ecosystem: string): Ecosystem {
  const colon = ecosystem.indexOf(':');
  const base = colon < 0 ? ecosystem : ecosystem.slice(0, colon);
  const suffix = colon < 0 ? null : ecosystem.slice(colon + 1);
  const ordering = ORDERINGS.get(base);
  if (ordering === undefined) {
    return { base, suffix, known: false, scheme: null, reason: `"${base}" is not an ecosystem of the OSV schema` };
  }
  const found = typeof ordering === 'function' ? ordering(suffix) : ordering;
  if (typeof found === 'string') return { base, suffix, known: true, scheme: null, reason: found };
  return { base, suffix, known: true, scheme: found, reason: null };
}

const SPELLINGS: ReadonlyMap<string, string> = new Map(ecosystemNames.map((name) => [plain(name), name]));

/** The right spelling of a wrongly spelt ecosystem (`pypi:x` gives `PyPI:x`), or null where it is right or unknown. */
export function suggestEcosystem(ecosystem: string): string | null {
  const { base, suffix, known } = getScheme(ecosystem);
  if (known) return null;
  const name = SPELLINGS.get(plain(base));
  if (name === undefined) return null;
  return suffix === null ? name : `${name}:${suffix}`;
}

/** Ignores case, spaces and punctuation, which callers often get wrong. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[ ._-]/g, '');
}

/** A vendor that repackages another ecosystem and keeps its version syntax: `TuxCare:PyPI`. Vendors do not nest. */
function derived(vendor: string, suffix: string | null): VersionScheme | string {
  if (suffix === null || suffix === '') return `${vendor} names the ecosystem it derives from after a colon`;
  const base = suffix.split(':', 1)[0] ?? '';
  const inner = ORDERINGS.get(base);
  if (inner === undefined || typeof inner === 'function') return `${vendor} cannot derive from "${base}"`;
  return inner;
}

function rebuilt(vendor: string, mark: string, suffix: string | null): VersionScheme | string {
  const inner = derived(vendor, suffix);
  return typeof inner === 'string' ? inner : rebuiltBy(mark, inner);
}
