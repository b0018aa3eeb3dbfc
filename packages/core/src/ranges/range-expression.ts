import type { Bound, Claim, Interval } from './model.ts';

/** Listed versions that an expression spells out; the rest is counted. */
const SPELT_OUT = 20;

/**
 * The affected versions of an entry as an expression: `>= 9.0.0, < 9.4.2 || < 8.1`. Ranges where the entry has any, otherwise the
 * versions that it lists, in their own order; `*` is every version. Null where it states none that can be written so.
 */
export function rangeExpression(claims: readonly Claim[]): string | null {
  const affected = claims.filter(({ status }) => status === 'affected');
  const ranges = affected.flatMap((claim) => (claim.type === 'range' ? claim.intervals : []));
  if (ranges.length > 0) return joined([...new Set(ranges.map(intervalExpression))]);
  const listed = affected.flatMap((claim) => {
    if (claim.type !== 'list') return [];
    const { scheme, versions } = claim;
    return scheme === null ? versions : versions.toSorted((a, b) => scheme.compare(a, b));
  });
  if (listed.length > 0) return joined([...new Set(listed)].map((version) => `= ${version}`));
  const spared = claims.flatMap((claim) =>
    claim.type === 'range' && claim.status === 'unaffected' ? claim.intervals.map(complement) : [],
  );
  return spared.length === 1 ? (spared[0] ?? null) : null;
}

/** One interval: `>= 9.0.0, < 9.4.2`. */
export function intervalExpression({ from, to }: Interval): string {
  if (from !== null && to !== null && from.version === to.version && from.inclusive && to.inclusive) {
    return `= ${from.version}`;
  }
  const parts = [
    ...(from === null ? [] : [`${from.inclusive ? '>=' : '>'} ${from.version}`]),
    ...(to === null ? [] : [`${to.inclusive ? '<=' : '<'} ${to.version}`]),
  ];
  return parts.length === 0 ? '*' : parts.join(', ');
}

/** What one interval of unaffected versions leaves, where that is a single interval. */
function complement({ from, to }: Interval): string | null {
  if (from !== null && to === null) return intervalExpression({ from: null, to: flipped(from) });
  return from === null && to !== null ? intervalExpression({ from: flipped(to), to: null }) : null;
}

function flipped(bound: Bound): Bound {
  return { ...bound, inclusive: !bound.inclusive };
}

function joined(parts: readonly string[]): string {
  if (parts.length <= SPELT_OUT) return parts.join(' || ');
  return `${parts.slice(0, SPELT_OUT).join(' || ')} || … (${parts.length - SPELT_OUT} more)`;
}
