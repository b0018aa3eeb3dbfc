import type { VersionScheme } from '../versions/scheme.ts';
import type { Assertion, Bound, Claim, Interval } from './model.ts';

/** A stretch of the line of all versions, as long as every version in it is judged alike. */
export interface VersionSpan {
  readonly affected: boolean;
  /** Where it begins and ends; null: at the first version there is, or open. */
  readonly from: VersionCut | null;
  readonly to: VersionCut | null;
  /** The version that was asked about lies here. */
  readonly isAsked: boolean;
}

/** A place between two versions: just before this one, or just after it. */
export interface VersionCut {
  readonly version: string;
  readonly side: 'before' | 'after';
}

/** More stretches are a table, not a drawing. */
const MOST_SPANS = 15;

/**
 * The line of all versions, cut where a statement begins or ends to apply. Null where it cannot be drawn truly: exceptions, commits,
 * free text, bounds that are no versions, several orders of versions, or too many stretches.
 */
export function versionLine(assertions: readonly Assertion[], asked: string | null): readonly VersionSpan[] | null {
  const drawn = assertions.map(drawnOf);
  const [first] = drawn;
  if (first === null || first === undefined) return null;
  const { scheme } = first;
  const intervals: Interval[] = [];
  for (const one of drawn) {
    if (one === null || one.scheme.id !== scheme.id) return null;
    intervals.push(...one.intervals);
  }
  const stretches = merged(intervals.map(cutsOf), cutOrder(scheme));
  if (stretches.length === 0 || stretches.length * 2 + 1 > MOST_SPANS) return null;
  const version = asked !== null && scheme.isValid(asked) ? asked : null;
  return spansOf(stretches).map((span) =>
    Object.assign(span, { isAsked: version !== null && lies(scheme, version, span) }),
  );
}

interface Drawn {
  readonly scheme: VersionScheme;
  readonly intervals: readonly Interval[];
}

function drawnOf({ claims, defaultStatus, withdrawn }: Assertion): Drawn | null {
  if (withdrawn || defaultStatus === 'affected' || claims.some(({ status }) => status === 'unknown')) return null;
  const affected = intervalsOf(claims.filter(({ status }) => status === 'affected'));
  if (affected === null) return null;
  const exceptions = claims.filter(({ status }) => status === 'unaffected');
  if (exceptions.length === 0) return affected;
  // What is unaffected anyway may be named besides; an exception within an affected range cannot be drawn.
  const spared = defaultStatus === 'unaffected' ? intervalsOf(exceptions) : null;
  if (spared === null || spared.scheme.id !== affected.scheme.id) return null;
  const order = cutOrder(affected.scheme);
  const meet = (a: Stretch, b: Stretch) => begins(a, b, order) && begins(b, a, order);
  const stretches = spared.intervals.map(cutsOf);
  return affected.intervals.some((one) => stretches.some((other) => meet(cutsOf(one), other))) ? null : affected;
}

/** The intervals of ranges, or of versions named one by one; null where one cannot be placed in one order. */
function intervalsOf(claims: readonly Claim[]): Drawn | null {
  // Databases of packages list the versions of their ranges besides.
  const ordered = claims.filter(({ type, kind }) => type === 'range' && kind !== 'cve' && kind !== 'cpe');
  const telling = ordered.length > 0 ? ordered : claims;
  const intervals: Interval[] = [];
  let scheme: VersionScheme | null = null;
  for (const claim of telling) {
    if (claim.type !== 'range' && claim.type !== 'list') return null;
    if (claim.scheme === null || (scheme !== null && scheme.id !== claim.scheme.id)) return null;
    scheme = claim.scheme;
    intervals.push(...(claim.type === 'range' ? claim.intervals : claim.versions.map(only)));
  }
  const known = scheme;
  const isReadable = (bound: Bound | null) => bound === null || (!bound.line && known?.isValid(bound.version) === true);
  if (known === null || !intervals.every(({ from, to }) => isReadable(from) && isReadable(to))) return null;
  return { scheme: known, intervals };
}

function only(version: string): Interval {
  const bound = { version, inclusive: true, line: false };
  return { from: bound, to: bound };
}

/** How RustSec writes "from the beginning": no version of SemVer is below it. */
const LOWEST = '0.0.0-0';

interface Stretch {
  readonly from: VersionCut | null;
  readonly to: VersionCut | null;
}

function cutsOf({ from, to }: Interval): Stretch {
  return {
    from:
      from === null || from.version === LOWEST
        ? null
        : { version: from.version, side: from.inclusive ? 'before' : 'after' },
    to: to === null ? null : { version: to.version, side: to.inclusive ? 'after' : 'before' },
  };
}

type CutOrder = (a: VersionCut, b: VersionCut) => number;

function cutOrder(scheme: VersionScheme): CutOrder {
  return (a, b) => scheme.compare(a.version, b.version) || Number(a.side === 'after') - Number(b.side === 'after');
}

/** Whether the first begins before the second ends. */
function begins({ from }: Stretch, { to }: Stretch, order: CutOrder): boolean {
  return from === null || to === null || order(from, to) < 0;
}

/** Ascending and apart: what overlaps or meets becomes one. */
function merged(given: readonly Stretch[], order: CutOrder): Stretch[] {
  const sorted = given.toSorted((a, b) => {
    if (a.from === null || b.from === null) return Number(b.from === null) - Number(a.from === null);
    return order(a.from, b.from);
  });
  const stretches: Stretch[] = [];
  for (const next of sorted) {
    const last = stretches.at(-1);
    if (last === undefined || (last.to !== null && next.from !== null && order(last.to, next.from) < 0)) {
      stretches.push(next);
    } else if (last.to !== null && (next.to === null || order(last.to, next.to) < 0)) {
      stretches[stretches.length - 1] = { from: last.from, to: next.to };
    }
  }
  return stretches;
}

/** The affected stretches and what lies between and around them. */
function spansOf(stretches: readonly Stretch[]): Omit<VersionSpan, 'isAsked'>[] {
  const spans: Omit<VersionSpan, 'isAsked'>[] = [];
  let reached: VersionCut | null = null;
  for (const { from, to } of stretches) {
    if (from !== null) spans.push({ affected: false, from: reached, to: from });
    spans.push({ affected: true, from, to });
    reached = to;
  }
  if (reached !== null) spans.push({ affected: false, from: reached, to: null });
  return spans;
}

function lies(scheme: VersionScheme, version: string, { from, to }: Stretch): boolean {
  const isPast = ({ version: at, side }: VersionCut) => scheme.compare(version, at) >= (side === 'before' ? 0 : 1);
  return (from === null || isPast(from)) && (to === null || !isPast(to));
}
