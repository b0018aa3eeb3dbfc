import type { VersionScheme } from '../versions/scheme.ts';
import { semverLike } from '../versions/semver-like.ts';
import { eventsOf, isReadable } from './bound.ts';
import { freeform } from './freeform.ts';
import { intervalsOf, isEmpty, isStart } from './intervals.ts';
import type { Caveat, Claim, ClaimKind, Doubt, Interval, ListClaim, OpaqueClaim, RangeEvent, Status } from './model.ts';
import { eventsInWords } from './words.ts';

/** What the claims of one package have in common. */
export interface ClaimFrame {
  readonly status: Status;
  readonly kind: ClaimKind;
  readonly caveats: readonly Caveat[];
  readonly conditions: readonly string[];
}

/** A frame with the usual values. */
export function frame(kind: ClaimKind, given: Partial<ClaimFrame> = {}): ClaimFrame {
  return { status: 'affected', caveats: [], conditions: [], ...given, kind };
}

/** A claim by events, or an opaque one when a bound cannot be read by the scheme. */
export function claimOfEvents(base: ClaimFrame, scheme: VersionScheme, events: readonly RangeEvent[]): Claim {
  const unreadable = events.find((event) => !isStart(event) && !isReadableEvent(scheme, event));
  if (unreadable !== undefined) return opaque(base, unreadable.version, 'bound_unreadable');
  return { ...base, type: 'range', scheme, events, intervals: intervalsOf(scheme, events) };
}

/**
 * A claim by one interval, or an opaque one when a bound cannot be read by the scheme.
 * Bounds that leave no room between them are a mistake of the record: nobody writes a range to say nothing.
 */
export function claimOfInterval(base: ClaimFrame, scheme: VersionScheme, interval: Interval): Claim {
  for (const bound of [interval.from, interval.to]) {
    if (bound !== null && !isReadable(scheme, bound)) return opaque(base, bound.version, 'bound_unreadable');
  }
  const events = eventsOf(interval);
  if (isEmpty(scheme, interval)) return opaque(base, eventsInWords(events), 'malformed');
  return { ...base, type: 'range', scheme, events, intervals: [interval] };
}

/**
 * A claim by one interval in the order that is stated, or else in another one that can make sense of both bounds:
 * a Junos range up to 22.4R2 is called semver, by which 22.4R2 would come before 22.4. What was assumed is marked.
 */
export function claimInSomeOrder(base: ClaimFrame, stated: VersionScheme, interval: Interval): Claim {
  const claim = claimOfInterval(base, stated, interval);
  if (claim.type === 'range') return claim;
  const assumed: ClaimFrame = base.caveats.includes('scheme_assumed')
    ? base
    : { ...base, caveats: [...base.caveats, 'scheme_assumed'] };
  for (const scheme of [freeform, semverLike]) {
    const other = scheme === stated ? claim : claimOfInterval(assumed, scheme, interval);
    if (other.type === 'range') return other;
  }
  return claim;
}

/** A claim about one version. */
export function claimOfVersion(base: ClaimFrame, scheme: VersionScheme, version: string): ListClaim {
  return { ...base, type: 'list', scheme, versions: [version] };
}

/** A claim that cannot be evaluated, with what was written and why not. */
export function opaque(base: ClaimFrame, text: string, doubt: Doubt): OpaqueClaim {
  return { ...base, type: 'opaque', text, doubt };
}

/** Neighbouring lists of the same status become one: records enumerate versions by the thousand. */
export function mergeLists(claims: readonly Claim[]): Claim[] {
  const merged: Claim[] = [];
  let open: { claim: ListClaim; versions: string[] } | null = null;
  for (const claim of claims) {
    if (claim.type === 'list' && open !== null && isAlike(open.claim, claim)) {
      open.versions.push(...claim.versions);
      continue;
    }
    if (claim.type === 'list') {
      const versions = [...claim.versions];
      open = { claim, versions };
      merged.push({ ...claim, versions });
    } else {
      open = null;
      merged.push(claim);
    }
  }
  return merged;
}

function isAlike(a: ListClaim, b: ListClaim): boolean {
  return a.status === b.status && a.kind === b.kind && a.scheme === b.scheme && a.caveats.join() === b.caveats.join();
}

function isReadableEvent(scheme: VersionScheme, event: RangeEvent): boolean {
  return (event.type === 'limit' && event.version === '*') || scheme.isValid(event.version);
}
