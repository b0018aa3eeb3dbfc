import { dependencySnapshot } from '../../queries/dependency-snapshot.ts';
import type { Documents } from '../../queries/documents.ts';
import type { AlmanacDatabases, Db } from '../../store/database.ts';
import { type BareGraph, type DependencyGraph, graphOf, readBareGraph } from './dependency-graph.ts';
import { type Impact, newestImpact } from './impact.ts';

/** The graph of dependencies, in the memory of this process. */
export interface Graphs {
  /** As it stood within the last minute or so; null: no evaluation was ever read, and nothing is known of dependencies. */
  current(): Promise<DependencyGraph | null>;
}

/** Evaluations come a few times a day. */
const CHECK_MS = 30_000;

/**
 * Reads the graph when it is first asked for, and anew when storage has another state. Whoever asks meanwhile is answered from the one
 * before, which is dropped in one step; only the very first wait for it.
 */
export function openGraphs(databases: AlmanacDatabases, documents: Documents, now: () => number): Graphs {
  let bare: BareGraph | null = null;
  let impact: Impact | null = null;
  let kept: DependencyGraph | null = null;
  let checkedAt: number | null = null;
  let reading: Promise<void> | null = null;

  async function refresh(db: Db): Promise<void> {
    const at = now();
    const snapshot = await dependencySnapshot(db);
    const newest =
      snapshot === null ? null : snapshot === bare?.snapshot ? bare : await readBareGraph(db, documents, snapshot);
    const counted = newest === null ? null : await newestImpact(db, impact);
    if (newest !== bare || counted !== impact) kept = newest === null ? null : graphOf(newest, counted);
    [bare, impact, checkedAt] = [newest, counted, at];
  }

  return {
    async current() {
      const at = now();
      const isDue = checkedAt === null || at - checkedAt >= CHECK_MS || at < checkedAt;
      if (!isDue) return kept;
      reading ??= databases.readWithFallback(refresh).finally(() => {
        reading = null;
      });
      if (kept === null) await reading;
      // A graph that is at hand is better than none: what went wrong comes up again with the next check.
      else reading.catch(() => {});
      return kept;
    },
  };
}
