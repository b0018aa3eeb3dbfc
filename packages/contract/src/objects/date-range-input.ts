import * as z from 'zod';

/** Both ends are inclusive; null means open. ISO 8601 in UTC. */
export interface DateRange {
  readonly from: string | null;
  readonly to: string | null;
}

const EXPECTED = 'expected 2024-01-01, 2024-01-01..2024-02-01, >=2024-01-01 or <2024-01-01; instants are also accepted';

/** Accepts the date syntax of GitHub's advisory search. */
export const DateRangeInput = z
  .string()
  .max(100)
  .transform((text, context): DateRange => {
    const range = dateRangeOf(text);
    if (range !== null) return range;
    context.addIssue({ code: 'custom', message: EXPECTED });
    return z.NEVER;
  })
  .meta({ examples: ['2024-01-01..2024-02-01', '>=2024-01-01'] });

/** Returns null if `text` is not a range. A day lasts from its first to its last millisecond; `*` is an open end. */
export function dateRangeOf(text: string): DateRange | null {
  const dots = text.indexOf('..');
  if (dots >= 0) {
    const [first, last] = [spanOf(text.slice(0, dots)), spanOf(text.slice(dots + 2))];
    if (first === null || last === null) return null;
    return inOrder({ from: first.from, to: last.to });
  }
  const [, operator = '', rest = ''] = /^([<>]=?)?(.*)$/s.exec(text) ?? [];
  const span = rest === '*' ? null : spanOf(rest);
  if (span === null) return null;
  switch (operator) {
    case '>=':
      return { from: span.from, to: null };
    case '>':
      return { from: moved(span.to, 1), to: null };
    case '<=':
      return { from: null, to: span.to };
    case '<':
      return { from: null, to: moved(span.from, -1) };
    default:
      return span;
  }
}

const DAY = z.iso.date();
const INSTANT = z.iso.datetime({ offset: true });
const [EARLIEST, LATEST] = [Date.parse('1970-01-01'), Date.parse('9999-01-01')];

function spanOf(text: string): DateRange | null {
  if (text === '*') return { from: null, to: null };
  const isDay = DAY.safeParse(text).success;
  if (!isDay && !INSTANT.safeParse(text).success) return null;
  const start = Date.parse(text);
  if (!(start >= EARLIEST && start < LATEST)) return null;
  return { from: iso(start), to: iso(isDay ? start + 86_399_999 : start) };
}

/** Refuses a range that ends before it begins, because nothing could match. */
function inOrder(range: DateRange): DateRange | null {
  return range.from !== null && range.to !== null && range.from > range.to ? null : range;
}

function moved(instant: string | null, milliseconds: number): string | null {
  return instant === null ? null : iso(Date.parse(instant) + milliseconds);
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
