import type { VersionScheme } from '../versions/scheme.ts';
import { boundAt } from './bound.ts';
import type { Bound, Interval, RangeEvent } from './model.ts';

/**
 * Events at one version, in the order in which an interval is closed: `introduced` beside `fixed` at the same version is
 * an empty interval, beside `last_affected` one version. Of two ends the fix wins: osv.dev walks version by version through
 * introduced, last_affected, fixed, limit, so that at the version itself the fix has the last word.
 */
const PRECEDENCE: Readonly<Record<RangeEvent['type'], number>> = {
  introduced: 0,
  after: 0,
  fixed: 1,
  last_affected: 2,
  limit: 3,
};

/**
 * The intervals that a list of events describes, disjoint and ascending, whatever order the events came in.
 * Every version but `0` must be readable by the scheme; the caller has checked.
 */
export function intervalsOf(scheme: VersionScheme, events: readonly RangeEvent[]): Interval[] {
  const intervals: Interval[] = [];
  let from: Bound | null = null;
  let open = false;
  for (const event of sortEvents(scheme, events)) {
    if (event.type === 'introduced' || event.type === 'after') {
      if (open) continue;
      open = true;
      from = isStart(event) ? null : boundAt(event.version, event.type === 'introduced');
    } else if (event.type !== 'limit' && open) {
      open = false;
      keep(scheme, intervals, { from, to: boundAt(event.version, event.type === 'last_affected') });
    }
  }
  if (open) keep(scheme, intervals, { from, to: null });
  return cutAt(scheme, intervals, highestLimit(scheme, events));
}

/** The events in the scheme's order, ties by precedence; `introduced: 0` sorts before everything. */
function sortEvents(scheme: VersionScheme, events: readonly RangeEvent[]): RangeEvent[] {
  return [...events].sort((a, b) => {
    const starts = Number(isStart(b)) - Number(isStart(a));
    if (starts !== 0) return starts;
    return scheme.compare(a.version, b.version) || PRECEDENCE[a.type] - PRECEDENCE[b.type];
  });
}

/** `introduced: "0"`: before every version there is, also where the ecosystem has versions below its own zero. */
export function isStart(event: RangeEvent): boolean {
  return event.type === 'introduced' && event.version === '0';
}

function keep(scheme: VersionScheme, intervals: Interval[], interval: Interval): void {
  if (!isEmpty(scheme, interval)) intervals.push(interval);
}

/** Whether no version can lie between the bounds. */
export function isEmpty(scheme: VersionScheme, { from, to }: Interval): boolean {
  if (from === null || to === null || from.line || to.line) return false;
  const order = scheme.compare(from.version, to.version);
  return order > 0 || (order === 0 && !(from.inclusive && to.inclusive));
}

/** A version must be below at least one limit, that is below the highest; none, or `*`, is no limit. */
function highestLimit(scheme: VersionScheme, events: readonly RangeEvent[]): string | null {
  let highest: string | null = null;
  for (const event of events) {
    if (event.type !== 'limit') continue;
    if (event.version === '*') return null;
    if (highest === null || scheme.compare(event.version, highest) > 0) highest = event.version;
  }
  return highest;
}

function cutAt(scheme: VersionScheme, intervals: Interval[], limit: string | null): Interval[] {
  if (limit === null) return intervals;
  const cut: Interval[] = [];
  for (const interval of intervals) {
    const past = interval.to === null || scheme.compare(interval.to.version, limit) >= 0;
    keep(scheme, cut, past ? { from: interval.from, to: boundAt(limit, false) } : interval);
  }
  return cut;
}
