import type { VersionScheme } from '../versions/scheme.ts';
import type { Bound, Interval, RangeEvent } from './model.ts';

/** An inclusive or exclusive bound at a version; `8.1.*` and `8.1.x` become line bounds. */
export function boundAt(version: string, inclusive: boolean): Bound {
  const line = linePrefix(version) !== null;
  return { version, inclusive: inclusive || line, line };
}

/**
 * The part of a line pattern before its star: `8.1` of `8.1.*`, `8.1.x`, `8.1.X.X` or `8.1*`; null for anything else.
 */
export function linePrefix(version: string): string | null {
  let end = version.length;
  while (end > 0 && isStar(version[end - 1] ?? '')) {
    end -= 1;
    if (end > 0 && version[end - 1] === '.') end -= 1;
    else if (version[end] !== '*') return null;
  }
  if (end === version.length || end === 0) return null;
  const prefix = version.slice(0, end);
  return leadingNumbers(prefix)?.rest === '' ? prefix : null;
}

/** Whether the scheme, or the rule for lines, can place the bound. */
export function isReadable(scheme: VersionScheme, bound: Bound): boolean {
  return bound.line ? linePrefix(bound.version) !== null : scheme.isValid(bound.version);
}

/** Whether the version can be set against every bound of the intervals. */
export function isPlaceable(scheme: VersionScheme, version: string, intervals: readonly Interval[]): boolean {
  if (!scheme.isValid(version)) return false;
  const lines = intervals.some(({ from, to }) => from?.line === true || to?.line === true);
  return !lines || leadingNumbers(version) !== null;
}

/** Whether the version lies above the lower bound. */
export function isAbove(scheme: VersionScheme, version: string, from: Bound): boolean {
  if (from.line) return compareToLine(version, from.version) >= 0;
  const order = scheme.compare(version, from.version);
  return order > 0 || (order === 0 && from.inclusive);
}

/** Whether the version lies below the upper bound. */
export function isBelow(scheme: VersionScheme, version: string, to: Bound): boolean {
  if (to.line) return compareToLine(version, to.version) <= 0;
  const order = scheme.compare(version, to.version);
  return order < 0 || (order === 0 && to.inclusive);
}

/** The events that say the same as the interval. */
export function eventsOf(interval: Interval): RangeEvent[] {
  const { from, to } = interval;
  const events: RangeEvent[] = [
    from === null
      ? { type: 'introduced', version: '0' }
      : { type: from.inclusive ? 'introduced' : 'after', version: from.version },
  ];
  if (to !== null) events.push({ type: to.inclusive ? 'last_affected' : 'fixed', version: to.version });
  return events;
}

/** Compares the leading numbers of a version with those of a line, as many as the line has: 5.10-rc1 is in 5.10.*. */
function compareToLine(version: string, line: string): number {
  const wanted = leadingNumbers(linePrefix(line) ?? line)?.numbers ?? [];
  const given = leadingNumbers(version)?.numbers ?? [];
  for (const [index, number] of wanted.entries()) {
    const order = compareDigits(given[index] ?? '0', number);
    if (order !== 0) return order;
  }
  return 0;
}

function leadingNumbers(version: string): { numbers: string[]; rest: string } | null {
  let at = version[0] === 'v' || version[0] === 'V' ? 1 : 0;
  const numbers: string[] = [];
  for (;;) {
    const start = at;
    while (isDecimal(version[at])) at += 1;
    if (start === at) return numbers.length === 0 ? null : { numbers, rest: version.slice(start - 1) };
    numbers.push(version.slice(start, at));
    if (version[at] !== '.') return { numbers, rest: version.slice(at) };
    at += 1;
  }
}

function compareDigits(a: string, b: string): number {
  const left = a.replace(/^0+/, '');
  const right = b.replace(/^0+/, '');
  if (left.length !== right.length) return left.length - right.length;
  return left === right ? 0 : left < right ? -1 : 1;
}

function isStar(character: string): boolean {
  return character === '*' || character === 'x' || character === 'X';
}

export function isDecimal(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}
