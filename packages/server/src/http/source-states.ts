import type { CoverageRow, SourceId, SourceStatus } from '@almanac/contract';
import { sourceStatus } from '../queries/source-status.ts';
import type { AlmanacDatabases } from '../store/database.ts';

/** How every source stands, for the coverage of an answer. */
export interface SourceStates {
  read(): Promise<ReadonlyMap<SourceId, SourceStatus>>;
}

/** The state of a source changes by the minute; answers are made by the thousand. */
const KEPT_MS = 5_000;

export function openSourceStates(databases: AlmanacDatabases, now: () => number): SourceStates {
  let kept: { readonly at: number; readonly states: Promise<ReadonlyMap<SourceId, SourceStatus>> } | null = null;
  return {
    read() {
      const at = now();
      if (kept !== null && at - kept.at < KEPT_MS && at >= kept.at) return kept.states;
      const states = databases
        .readWithFallback((db) => sourceStatus(db, new Date(at)))
        .then((sources) => new Map(sources.map((source) => [source.id, source])));
      kept = { at, states };
      states.catch(() => {
        if (kept?.states === states) kept = null;
      });
      return states;
    },
  };
}

/** What `coverage` says of one source. A run that is held has brought what is new; what looks removed is not yet believed. */
export function coverageRow(source: SourceStatus): CoverageRow {
  const { id, state, lastCheckedAt, lastChangedAt } = source;
  return {
    source: id,
    state: state === 'held' ? 'stale' : state,
    checkedAt: lastCheckedAt,
    changedAt: lastChangedAt,
  };
}

/** How old the evidence is: the oldest check among the sources that could speak. */
export function asOf(coverage: readonly CoverageRow[]): string | null {
  const checks = coverage.flatMap(({ state, checkedAt }) =>
    state === 'disabled' || checkedAt === null ? [] : [checkedAt],
  );
  return checks.length === 0 ? null : checks.reduce((oldest, at) => (at < oldest ? at : oldest));
}
