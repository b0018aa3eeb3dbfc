import type { VersionScheme } from './scheme.ts';

/** A version taken apart as far as every scheme has these parts. */
interface Parts {
  /** `1!` of PyPI, `1:` of Debian and RPM; empty where there is none. */
  readonly epoch: string;
  /** The numbers that the version begins with, after a `v`. */
  readonly numbers: readonly string[];
  /** Everything up to the end of the numbers. */
  readonly core: string;
  readonly rest: string;
}

const LEADING = /^(\d{1,9}[!:])?([vVrR]?)(\d{1,18}(?:\.\d{1,18}){0,20})/;

/** The parts of a version; null where it does not begin with a number. */
export function parseParts(version: string): Parts | null {
  const found = LEADING.exec(version.slice(0, 512));
  if (found === null) return null;
  const [core = '', epoch = '', , digits = ''] = found;
  return { epoch, numbers: digits.split('.'), core, rest: version.slice(core.length) };
}

/**
 * Whether a version comes before the release that it is named after: it sorts below its own numbers. What that is, each order
 * says for itself: `1.0rc1`, `1.0-SNAPSHOT`, `1.0~beta`, `1.0_alpha1`, and a Go pseudo-version, which names no release at all.
 */
export function isPrerelease(scheme: VersionScheme, version: string): boolean {
  const parts = parseParts(version);
  if (parts === null || parts.rest === '' || !scheme.isValid(version) || !scheme.isValid(parts.core)) return false;
  if (scheme.compare(version, parts.core) >= 0) return false;
  // Distributions mark rebuilds for an older release of theirs with the same sign: 2023.10~deb12u1.
  return !(DISTRIBUTIONS.has(scheme.id) && REBUILD.test(parts.rest));
}

const DISTRIBUTIONS: ReadonlySet<string> = new Set(['debian', 'rpm']);
const REBUILD = /^~(?:deb|ubuntu|bpo|el|fc|\d)/;
