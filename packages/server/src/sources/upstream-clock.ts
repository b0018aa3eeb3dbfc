/**
 * The earlier of our time and the upstream's own, as the `Date` of its answer tells. A position in the upstream's future
 * would pass over all that changes until then, and whichever of the two clocks runs ahead, the other one does not.
 */
export function byEitherClock(now: Date, headers: ReadonlyMap<string, string>): Date {
  const theirs = Date.parse(headers.get('date') ?? '');
  return theirs < now.getTime() ? new Date(theirs) : now;
}
