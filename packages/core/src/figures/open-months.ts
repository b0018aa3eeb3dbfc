/** When something became known and when a fix for it did; both ISO 8601 in UTC. */
interface Span {
  readonly known: string;
  readonly fixed: string | null;
}

/** One month of a package's history. */
export interface OpenMonth {
  /** `2026-11`. */
  readonly month: string;
  readonly known: number;
  readonly fixed: number;
  /** Known and not fixed at its end. */
  readonly open: number;
}

/** From the first month to that of `now`, which has not ended yet. A fix that is dated before its vulnerability counts with it. */
export function monthsOf(spans: readonly Span[], now: string): OpenMonth[] {
  const last = now.slice(0, 7);
  const known = new Map<string, number>();
  const fixed = new Map<string, number>();
  for (const span of spans) {
    const [from, to] = [span.known.slice(0, 7), span.fixed?.slice(0, 7) ?? null];
    if (from > last) continue;
    known.set(from, (known.get(from) ?? 0) + 1);
    if (to === null) continue;
    const at = to < from ? from : to;
    if (at <= last) fixed.set(at, (fixed.get(at) ?? 0) + 1);
  }
  const first = [...known.keys()].sort()[0];
  if (first === undefined) return [];
  const months: OpenMonth[] = [];
  let open = 0;
  for (let month = first; month <= last; month = monthAfter(month)) {
    const [came, went] = [known.get(month) ?? 0, fixed.get(month) ?? 0];
    open += came - went;
    months.push({ month, known: came, fixed: went, open });
  }
  return months;
}

function monthAfter(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return number === 12
    ? `${String(year + 1).padStart(4, '0')}-01`
    : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}`;
}
