import type { VersionScheme } from '../versions/scheme.ts';
import { isAbove, isBelow, isPlaceable } from './bound.ts';
import { gitMembership } from './git.ts';
import type {
  Assertion,
  Claim,
  ClaimKind,
  Doubt,
  Interval,
  ListClaim,
  Membership,
  Question,
  RangeClaim,
  RangeEvent,
} from './model.ts';

/** Decides one claim; total, and linear in the size of the claim. */
export function membershipOf(claim: Claim, question: Question): Membership {
  if (claim.type === 'opaque') return { holds: 'unsure', doubt: claim.doubt };
  if (claim.type === 'git') return gitMembership(claim.events, question);
  const version = question.version ?? null;
  return claim.type === 'range' ? inRange(claim, version) : inList(claim, version);
}

/** Whether the claim covers every version there is, so that none need be given. */
export function coversAll(claim: Claim): boolean {
  const only = claim.type === 'range' && claim.intervals.length === 1 ? claim.intervals[0] : undefined;
  return only !== undefined && only.from === null && only.to === null;
}

/** Reports whether it was withdrawn or includes every version: the CVE's own record then has a say. */
export function isUnbounded({ assertion }: { readonly assertion: Assertion }): boolean {
  return assertion.withdrawn || assertion.claims.some(coversAll);
}

function inRange(claim: RangeClaim, version: string | null): Membership {
  const { scheme, intervals } = claim;
  if (coversAll(claim)) {
    return { holds: 'yes', bound: { type: 'introduced', version: '0' }, interval: intervals[0] ?? null, listed: null };
  }
  if (version === null) return { holds: 'unsure', doubt: 'no_version' };
  if (isLine(version)) return { holds: 'unsure', doubt: 'version_unreadable' };
  if (!isPlaceable(scheme, version, intervals)) return { holds: 'unsure', doubt: 'version_unreadable' };

  const index = lastStarted(claim, version);
  const interval = intervals[index];
  if (interval === undefined) return { holds: 'no', bound: startOf(intervals[0]) };
  if (interval.to === null || isBelow(scheme, version, interval.to)) {
    return { holds: 'yes', bound: endOf(interval) ?? startOf(interval), interval, listed: null };
  }
  return { holds: 'no', bound: endOf(interval) };
}

/** `1.41.x` names a line, of which a range may hold some and not others. */
export function isLine(version: string): boolean {
  return version.endsWith('.x') || version.endsWith('.*');
}

/** The index of the last interval that begins at or before the version, -1 when none does: they are disjoint and ascend. */
function lastStarted({ scheme, intervals }: RangeClaim, version: string): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const from = intervals[middle]?.from ?? null;
    if (from === null || isAbove(scheme, version, from)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** By string first, then by the scheme's equality: `1.0` is `1.0.0` where the ecosystem says so. */
function inList(claim: ListClaim, version: string | null): Membership {
  if (version === null) return { holds: 'unsure', doubt: 'no_version' };
  const { versions, scheme } = claim;
  const spelling = SPELLINGS[claim.kind] ?? unchanged;
  const wanted = spelling(version);
  const named = versions.find((listed) => spelling(listed) === wanted);
  if (named !== undefined) return { holds: 'yes', bound: null, interval: null, listed: named };
  if (scheme === null) return { holds: 'no', bound: null };

  // Two strings that compare as equal are both versions, if one of them is.
  const readable = scheme.isValid(version);
  const equal = readable ? versions.find((listed) => scheme.compare(listed, version) === 0) : undefined;
  if (equal !== undefined) return { holds: 'yes', bound: null, interval: null, listed: equal };
  const doubt = readable ? freeTextDoubt(claim, scheme, version) : unreadableDoubt(claim, scheme);
  return doubt === null ? { holds: 'no', bound: null } : { holds: 'unsure', doubt };
}

/**
 * `9.1 Update 3` leaves a doubt about 9.1, of which the update is not known, and the name of a product about any version.
 * Registries have no such entries: what their own order cannot read is not the version that it can.
 */
function freeTextDoubt({ kind, versions }: ListClaim, scheme: VersionScheme, version: string): Doubt | null {
  if (kind !== 'cve' && kind !== 'cpe') return null;
  const isUpdate = (listed: string) => listed.includes(' ') && scheme.compare(firstWord(listed), version) === 0;
  if (versions.some(isUpdate)) return 'update_unstated';
  return versions.every((listed) => scheme.isValid(listed)) ? null : 'text_names_product';
}

/** Names can be told from names, but not from versions. */
function unreadableDoubt({ versions }: ListClaim, scheme: VersionScheme): Doubt | null {
  return versions.some((listed) => scheme.isValid(listed)) ? 'version_unreadable' : null;
}

/** Free text is written in any case. */
const SPELLINGS: Partial<Record<ClaimKind, (version: string) => string>> = {
  git: versionOfTag,
  cve: (version) => version.toLowerCase(),
  cpe: (version) => version.toLowerCase(),
};

/** Reads the version out of the name of a tag: `v1.2`, `release-qpdf-1.2`, `hdf5-1_10_11`, `poco-1.14.0-release`. */
export function versionOfTag(tag: string): string {
  const version = tag.replace(TAG_PREFIX, '').replace(/-(?:release|final)$/i, '');
  return version.includes('.') ? version : version.replaceAll('_', '.');
}

const TAG_PREFIX = /^(?:(?!v\d)[a-z][a-z\d+]{0,40}[-_/]){0,4}[a-z]{0,20}(?=\d)/i;

function unchanged(version: string): string {
  return version;
}

function startOf(interval: Interval | undefined): RangeEvent | null {
  if (interval === undefined || interval.from === null) return null;
  return { type: interval.from.inclusive ? 'introduced' : 'after', version: interval.from.version };
}

function endOf({ to }: Interval): RangeEvent | null {
  return to === null ? null : { type: to.inclusive ? 'last_affected' : 'fixed', version: to.version };
}

function firstWord(name: string): string {
  return name.slice(0, name.indexOf(' '));
}
