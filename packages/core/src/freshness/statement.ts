/** What a statement says of one upstream. */
export interface FreshnessRow {
  readonly source: string;
  /** As `/sources` judges it. */
  readonly state: string;
  /** Seconds since the last check that went well; null: there was none. */
  readonly ageSeconds: number | null;
  readonly checkedAt: string | null;
  readonly changedAt: string | null;
  readonly records: number;
  /** Well-known records, and how each was found after the last run. */
  readonly canaries: readonly { readonly key: string; readonly outcome: 'ok' | 'missing' | 'changed' }[];
  /** The upstream's own list of records compared with ours; null: it has none, or was not compared yet. */
  readonly compared: {
    readonly at: string;
    readonly missing: number;
    readonly extra: number;
    /** Some of the ids that differ. */
    readonly ids: readonly string[];
  } | null;
  readonly warnings: readonly { readonly code: string; readonly since: string; readonly detail: string }[];
}

/** How every upstream was at one moment. */
export interface Freshness {
  readonly at: string;
  readonly sources: readonly FreshnessRow[];
}

const FORMAT = 'almanac-freshness/1';

/** What of a source may be many: the rest is cut off, so that a statement has a bounded size. */
const MOST = { canaries: 20, ids: 20, warnings: 10, detail: 300, id: 100 } as const;

/** The text that is signed: the format, then the statement as JSON, each on a line. No checkpoint begins so. */
export function printFreshness(statement: Freshness): string {
  return `${FORMAT}\n${JSON.stringify(statement)}\n`;
}

/** The statement of a text that {@link printFreshness} made; null where it is none. */
export function readFreshness(text: string): Freshness | null {
  const [format, json = '', ...rest] = text.split('\n');
  if (format !== FORMAT || rest.join('') !== '') return null;
  try {
    const read: unknown = JSON.parse(json);
    return isStatement(read) ? read : null;
  } catch {
    return null;
  }
}

/** The row of a source, within what a statement may hold of it. */
export function boundRow(row: FreshnessRow): FreshnessRow {
  const { canaries, compared, warnings } = row;
  return {
    ...row,
    canaries: canaries.slice(0, MOST.canaries).map(({ key, outcome }) => ({ key: key.slice(0, MOST.id), outcome })),
    compared:
      compared === null
        ? null
        : { ...compared, ids: compared.ids.slice(0, MOST.ids).map((id) => id.slice(0, MOST.id)) },
    warnings: warnings
      .slice(0, MOST.warnings)
      .map(({ code, since, detail }) => ({ code, since, detail: detail.slice(0, MOST.detail).toWellFormed() })),
  };
}

function isStatement(read: unknown): read is Freshness {
  if (typeof read !== 'object' || read === null) return false;
  const { at, sources } = read as Partial<Freshness>;
  return typeof at === 'string' && Array.isArray(sources) && sources.every((row) => typeof row?.source === 'string');
}
