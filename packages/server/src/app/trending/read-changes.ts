import { nextTurn } from '../../platform/in-slices.ts';
import { trendingCandidates, versionsSince } from '../../queries/trending.ts';
import { withChanges } from '../cve/history.ts';
import type { Deps } from '../deps.ts';
import type { TypedChange } from './rank.ts';

/** The documents of so many are read and compared; those beyond have changed less, as far as can be told without. */
const MAX_CANDIDATES = 100;
const MAX_VERSIONS = 400;
/** Compared at a stretch; others are answered in between. */
const AT_ONCE = 10;

/** The typed changes since then, by CVE. */
export async function readChanges(
  { databases, documents }: Pick<Deps, 'databases' | 'documents'>,
  since: Date,
): Promise<Map<string, TypedChange[]>> {
  return databases.readWithFallback(async (db) => {
    const candidates = await trendingCandidates(db, since, MAX_CANDIDATES);
    const changed = new Map<string, TypedChange[]>();
    for (const { id, kevAddedAt, epssMovedAt } of candidates) {
      const changes: TypedChange[] = [];
      if (kevAddedAt !== null) changes.push({ kind: 'kev_added', source: 'kev', at: kevAddedAt.toISOString() });
      if (epssMovedAt !== null)
        changes.push({ kind: 'epss_moved', source: 'epss', at: `${epssMovedAt}T00:00:00.000Z` });
      changed.set(id, changes);
    }
    const versions = await versionsSince(db, [...changed.keys()], since, MAX_VERSIONS);
    for (let at = 0; at < versions.length; at += AT_ONCE) {
      const some = versions.slice(at, at + AT_ONCE);
      const shown = await withChanges(documents, db, some);
      for (const [i, { source, observedAt, changes }] of shown.entries()) {
        const kinds = changes.map(({ kind }) => ({ kind, source, at: observedAt }));
        changed.get(some[i]?.cveId ?? '')?.push(...kinds);
      }
      await nextTurn();
    }
    return changed;
  });
}
