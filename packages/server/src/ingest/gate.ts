/** A complete listing against what we hold. */
export interface Listing {
  readonly live: number;
  readonly missing: number;
  readonly present: number;
  /** Entries that could not be read, not even their key: any missing record may be one of them. */
  readonly anonymous: number;
}

/** OSV's own importer holds deletions beyond the same share. */
const MAX_MISSING_SHARE = 0.02;

/** Two percent of a small listing is less than one record. Up to five may go, but never more than a quarter. */
const FREE_MISSING = 5;
const FREE_SHARE = 0.25;

/** In a young source, a few withdrawals are a large share. */
const FREE_WITHDRAWALS = 20;

/** How to treat records that a listing lacks. */
export type ListingDecision =
  | { readonly removals: 'apply' }
  /** Not now; the next run will see. */
  | { readonly removals: 'postpone' }
  /** Not before a person has looked. */
  | { readonly removals: 'hold'; readonly reason: string };

/**
 * Upstreams have wiped themselves out by accident (osv.dev issue 2704, fleetdm issue 45602). What is really gone will
 * still be gone when a person has looked.
 */
export function judgeListing({ live, missing, present, anonymous }: Listing): ListingDecision {
  if (present === 0) return { removals: 'hold', reason: 'the listing is empty' };
  const free = Math.min(FREE_MISSING, Math.floor(live * FREE_SHARE));
  if (missing > Math.max(free, live * MAX_MISSING_SHARE)) {
    const reason = `${missing} of ${live} records are missing, which is more than ${MAX_MISSING_SHARE * 100} %`;
    return { removals: 'hold', reason };
  }
  return { removals: missing > 0 && anonymous > 0 ? 'postpone' : 'apply' };
}

/** A person has looked, and however many are missing are gone; but not one that is there and only cannot be read. */
export function judgeReleased({ missing, anonymous }: Listing): ListingDecision {
  if (missing === 0 || anonymous === 0) return { removals: 'apply' };
  const reason = `${missing} records are missing, and ${anonymous} entries cannot be read that may be among them`;
  return { removals: 'hold', reason };
}

/** How many records one run may take back by marking them. */
export function maxWithdrawals(live: number): number {
  return Math.max(FREE_WITHDRAWALS, Math.floor(live * MAX_MISSING_SHARE));
}
