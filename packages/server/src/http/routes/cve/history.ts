import { getHistory } from '@almanac/contract';
import { cveCoverage } from '../../../app/cve/coverage.ts';
import { scoreMoves, withChanges } from '../../../app/cve/history.ts';
import { loadOrFetchCve } from '../../../app/cve/live-fetch.ts';
import { asOf } from '../../../app/sources/source-states.ts';
import { cveVersions, scoreHistory } from '../../../queries/cve-history.ts';
import { route } from '../../route.ts';

/** EPSS before its second version is on another scale. */
const SCORES_SINCE = '2022-02-04';

/** The documents of a page are read and compared, whatever the length of the history. */
export const history = route(getHistory, async (deps, { params: { id }, query: { page, limit } }, context) => {
  const knowledge = await loadOrFetchCve(deps, id, context);
  const { databases, documents } = deps;
  const [versions, scores] = await Promise.all([
    databases.readWithFallback((db) => cveVersions(db, id)),
    databases.readWithFallback((db) => scoreHistory(db, id, SCORES_SINCE)),
  ]);
  const moves = scoreMoves(scores);
  const all = [...versions, ...moves].toSorted((a, b) => time(b) - time(a));
  const shown = all.slice((page - 1) * limit, page * limit);
  const compared = await databases.readWithFallback((db) =>
    withChanges(
      documents,
      db,
      shown.filter((version) => 'blob' in version),
    ),
  );
  const next = compared.values();
  const versionsShown = shown.flatMap((version) => ('blob' in version ? (next.next().value ?? []) : version));
  const coverage = await cveCoverage(deps.sourceStates, knowledge);
  return {
    data: {
      id,
      total: all.length,
      page,
      pageSize: limit,
      versions: versionsShown,
    },
    beside: { coverage: [...coverage], asOf: asOf(coverage) },
  };
});

function time({ observedAt }: { readonly observedAt: Date | string }): number {
  return new Date(observedAt).getTime();
}
