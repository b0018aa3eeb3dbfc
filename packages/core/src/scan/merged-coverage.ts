interface Row {
  readonly source: string;
  readonly state: 'ok' | 'not_covered' | 'not_configured' | 'disabled' | 'stale' | 'unreachable';
}

interface Consulted<R extends Row> {
  readonly coverage: readonly R[];
  readonly asOf: string | null;
}

/** From the best to the worst. */
const STATES: readonly Row['state'][] = ['ok', 'not_covered', 'not_configured', 'disabled', 'stale', 'unreachable'];

/** What several answers stand on together: of each source its worst state, and the oldest time. */
export function mergedCoverage<R extends Row>(
  before: Consulted<R> | null,
  next: Consulted<R>,
): { coverage: R[]; asOf: string | null } {
  const rows = new Map((before?.coverage ?? []).map((row) => [row.source, row]));
  for (const row of next.coverage) {
    const known = rows.get(row.source);
    if (known === undefined || STATES.indexOf(row.state) > STATES.indexOf(known.state)) rows.set(row.source, row);
  }
  return { coverage: [...rows.values()], asOf: before === null ? next.asOf : earlier(before.asOf, next.asOf) };
}

/** Null: one of them stands on something that was never checked. */
function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return null;
  return a < b ? a : b;
}
