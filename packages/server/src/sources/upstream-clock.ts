/**
 * Returns the earlier of our time and the response's `Date`. A position in the upstream's future would skip all changes
 * until then. Whichever clock runs ahead, the other one does not.
 */
export function byEitherClock(now: Date, headers: ReadonlyMap<string, string>): Date {
  const theirs = Date.parse(headers.get('date') ?? '');
  return theirs < now.getTime() ? new Date(theirs) : now;
}
