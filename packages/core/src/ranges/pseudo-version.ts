import type { RangeClaim } from './model.ts';

/**
 * Whether the place of a Go pseudo-version without a tag, `v0.0.0-20240101000000-abcdefabcdef`, among the bounds is a guess.
 *
 * By order it lies below every release. Go's own tool gives such a version only to commits before the first tag, so for
 * a commit older than the record the order is right. One that is newer was built without tags at hand, and would match
 * every flaw ever fixed (google/osv.dev#4484). Bounds of the same form are compared by date, and that is right too.
 */
export function isMisplaced(version: string, claim: RangeClaim, published: string | undefined): boolean {
  const made = untaggedDate(version);
  if (made === null || claim.scheme.id !== 'go') return false;
  const bounds = claim.events.filter((event) => event.version !== '0');
  if (bounds.every((event) => untaggedDate(event.version) !== null)) return false;
  return published === undefined || made >= digitsOf(published);
}

function untaggedDate(version: string): string | null {
  return version.length < 64 ? (UNTAGGED.exec(version)?.[1] ?? null) : null;
}

const UNTAGGED = /^v?0\.0\.0-(\d{14})-[0-9a-f]{12}$/;

/** `2024-01-01T00:00:00Z` as Go writes it in versions: the first fourteen digits. */
function digitsOf(timestamp: string): string {
  return timestamp.slice(0, 30).replaceAll(/\D/g, '').slice(0, 14);
}
