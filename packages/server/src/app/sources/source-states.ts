import { type CoverageRow, isRead, type SourceId, type SourceStatus } from '@almanac/contract';
import type { DataSelection } from '@almanac/core/matching';
import { releaseFit } from '@almanac/core/ranges';
import { osvEcosystems, recordedReleases } from '../../queries/covered-ecosystems.ts';
import type { AlmanacDatabases } from '../../store/database.ts';
import { coverageRow } from './source-coverage.ts';
import { sourceStatesAt } from './source-states-at.ts';
import { sourceStatus } from './source-status.ts';

export { coverageRow };

/** How every source stands, for the coverage of an answer. */
export interface SourceStates {
  /** Where the data has some of the sources' records only; null: it has what they publish. */
  readonly selection: DataSelection | null;
  read(): Promise<ReadonlyMap<SourceId, SourceStatus>>;
  /** How every source was at a past instant, as far as its runs tell. */
  readAt(at: Date): Promise<ReadonlyMap<SourceId, CoverageRow>>;
  /** The ecosystems of which OSV has records; null until its lists have been read for the first time. */
  osvEcosystems(): Promise<ReadonlySet<string> | null>;
  /** Whether records name a release of a distribution: `Debian:12`. */
  isReleaseRecorded(ecosystem: string): Promise<boolean>;
}

/** What coverage says of every source, now or at a past instant. */
export async function coverageRows(states: SourceStates, at: Date | null): Promise<ReadonlyMap<SourceId, CoverageRow>> {
  if (at !== null) return states.readAt(at);
  return rowsOf(await states.read());
}

/** Of one reading of the sources, worked out once. */
const known = new WeakMap<ReadonlyMap<SourceId, SourceStatus>, ReadonlyMap<SourceId, CoverageRow>>();

function rowsOf(sources: ReadonlyMap<SourceId, SourceStatus>): ReadonlyMap<SourceId, CoverageRow> {
  const found = known.get(sources);
  if (found !== undefined) return found;
  const rows = new Map(Array.from(sources, ([id, source]) => [id, coverageRow(source)]));
  known.set(sources, rows);
  return rows;
}

/** The state of a source changes by the minute; answers are made by the thousand. */
const KEPT_MS = 5_000;
/** Distributions come out with a release twice a year. */
const RELEASES_KEPT_MS = 600_000;

export function openSourceStates(
  databases: Pick<AlmanacDatabases, 'readWithFallback'>,
  now: () => number,
  selection: DataSelection | null = null,
): SourceStates {
  const releases = kept(now, () => databases.readWithFallback(recordedReleases), RELEASES_KEPT_MS);
  return {
    selection,
    isReleaseRecorded: async (ecosystem) =>
      (await releases()).some((recorded) => releaseFit(recorded, ecosystem) === 'same'),
    read: kept(now, async (at) => {
      const sources = await databases.readWithFallback((db) => sourceStatus(db, new Date(at)));
      return new Map(sources.map((source) => [source.id, source]));
    }),
    readAt: (at) => databases.readWithFallback((db) => sourceStatesAt(db, at)),
    osvEcosystems: kept(now, () => databases.readWithFallback(osvEcosystems)),
  };
}

/** Reads once for all who ask within the time that it is kept; a reading that failed is not kept. */
function kept<T>(now: () => number, read: (at: number) => Promise<T>, keptMs = KEPT_MS): () => Promise<T> {
  let last: { readonly at: number; readonly reading: Promise<T> } | null = null;
  return () => {
    const at = now();
    if (last !== null && at - last.at < keptMs && at >= last.at) return last.reading;
    const reading = read(at);
    last = { at, reading };
    reading.catch(() => {
      if (last?.reading === reading) last = null;
    });
    return reading;
  };
}

/** How old the evidence is: the oldest check among the sources that could speak. */
export function asOf(coverage: readonly CoverageRow[]): string | null {
  const checks = coverage.flatMap(({ state, checkedAt }) => (!isRead(state) || checkedAt === null ? [] : [checkedAt]));
  return checks.length === 0 ? null : checks.reduce((oldest, at) => (at < oldest ? at : oldest));
}
