import type { Bound, Claim, Interval, RangeEvent } from './model.ts';

/** So many parts of a long range are spelt out; the rest is counted. */
const SPELT_OUT = 8;
const LONGEST_QUOTE = 120;

/** A range in words that leave no doubt about its ends: "from 1.2 up to but not including 1.4". */
export function rangeInWords(intervals: readonly Interval[]): string {
  if (intervals.length === 0) return 'no version';
  return joined(intervals.map(intervalInWords), '; or ');
}

/** One interval in words. */
export function intervalInWords({ from, to }: Interval): string {
  if (from === null) return to === null ? 'every version' : `every version ${upper(to)}`;
  if (to === null) return `${lower(from)} onwards`;
  if (from.version === to.version && from.line) return `every version of the line ${from.version}`;
  if (from.version === to.version && from.inclusive && to.inclusive) return `exactly ${from.version}`;
  return `${lower(from)} ${upper(to)}`;
}

/** Events in words, for ranges that are not evaluated: commits, for one. */
export function eventsInWords(events: readonly RangeEvent[]): string {
  const words = {
    introduced: 'from',
    after: 'after',
    fixed: 'fixed in',
    last_affected: 'up to and including',
    limit: 'limited to before',
  };
  return joined(
    events.map((event) => (event.version === '0' ? 'from the beginning' : `${words[event.type]} ${event.version}`)),
    ', ',
  );
}

/** Any claim in words. */
export function claimInWords(claim: Claim): string {
  if (claim.type === 'range') return rangeInWords(claim.intervals);
  if (claim.type === 'git') return `commits ${eventsInWords(claim.events)}`;
  if (claim.type === 'opaque') return `"${claim.text.slice(0, LONGEST_QUOTE)}"`;
  const exact = claim.versions.slice(0, SPELT_OUT + 1).map((version) => `exactly ${version}`);
  return joined(exact, '; or ', claim.versions.length);
}

/** What lies outside an interval, as a condition: "a version below 1.2, or 1.4 and later". Null when nothing does. */
export function outsideInWords({ from, to }: Interval): string | null {
  const parts: string[] = [];
  if (from !== null)
    parts.push(
      from.line
        ? `a version below the line ${from.version}`
        : from.inclusive
          ? `a version below ${from.version}`
          : `${from.version} or a version below it`,
    );
  if (to !== null)
    parts.push(
      to.line
        ? `a version above the line ${to.version}`
        : to.inclusive
          ? `a version above ${to.version}`
          : `${to.version} and later`,
    );
  return parts.length === 0 ? null : parts.join(', or ');
}

function lower(from: Bound): string {
  if (from.line) return `from the start of the line ${from.version}`;
  return from.inclusive ? `from ${from.version}` : `after ${from.version}`;
}

function upper(to: Bound): string {
  if (to.line) return `up to the end of the line ${to.version}`;
  return to.inclusive ? `up to and including ${to.version}` : `up to but not including ${to.version}`;
}

function joined(parts: readonly string[], separator: string, count = parts.length): string {
  if (count <= SPELT_OUT) return parts.join(separator);
  return `${parts.slice(0, SPELT_OUT).join(separator)}${separator}${count - SPELT_OUT} more`;
}
