/** Both ends are included. */
export interface DateRange {
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;
const OPERATORS = ['>=', '<=', '>', '<'] as const;

/** `2026-01-01`, `A..B`, `A..*`, `>=A`. Null if invalid. */
export function dateRangeOf(text: string): DateRange | null {
  const dots = text.indexOf('..');
  if (dots !== -1) return rangeOf(spanOf(text.slice(0, dots)), spanOf(text.slice(dots + 2)));
  const operator = OPERATORS.find((each) => text.startsWith(each));
  const span = spanOf(text.slice(operator?.length ?? 0));
  if (span === null) return null;
  if (operator === undefined) return span;
  if (operator === '>=') return { from: span.from, to: Number.POSITIVE_INFINITY };
  if (operator === '>') return { from: span.to + 1, to: Number.POSITIVE_INFINITY };
  return { from: Number.NEGATIVE_INFINITY, to: operator === '<=' ? span.to : span.from - 1 };
}

function rangeOf(first: DateRange | null, last: DateRange | null): DateRange | null {
  return first === null || last === null ? null : { from: first.from, to: last.to };
}

/** A day lasts until its end. */
function spanOf(text: string): DateRange | null {
  if (text === '*') return { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const instant = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isFinite(instant)) return null;
  return { from: instant, to: text.includes('T') ? instant : instant + DAY - 1 };
}
