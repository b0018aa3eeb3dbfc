import { getTrending } from '@almanac/contract';
import { searchRows } from '../../../queries/search-rows.ts';
import { route } from '../../route.ts';
import { coverageOf } from '../../search/coverage.ts';
import { rankChanges, WEIGHTS } from '../../trending/rank.ts';
import { readChanges } from '../../trending/read-changes.ts';

const DAY = 86_400_000;

export const trending = route(getTrending, async (deps, { query: { days, page, limit } }) => {
  const ranked = rankChanges(await readChanges(deps, new Date(deps.now() - days * DAY)));
  const shown = ranked.slice((page - 1) * limit, page * limit);
  const facts = await deps.databases.readWithFallback((db) =>
    searchRows(
      db,
      shown.map(({ id }) => id),
    ),
  );
  const known = new Map(facts.map((row) => [row.key, row]));
  return {
    data: {
      cves: shown.map(({ id, changes, changedAt, weight }) => {
        const {
          title = null,
          severity = null,
          epss = null,
          percentile = null,
          kev = false,
          withdrawn = false,
        } = known.get(id) ?? {};
        return {
          id,
          title,
          severity: withdrawn || severity === 'none' ? null : severity,
          epss: epss === null || percentile === null ? null : { epss, percentile },
          kev,
          changedAt,
          changes: [...changes],
          weight,
        };
      }),
      weights: { ...WEIGHTS },
      total: ranked.length,
      page,
      pageSize: limit,
    },
    beside: await coverageOf(deps.sourceStates, ['cve_list_v5', 'osv', 'advisory', 'nvd', 'epss', 'kev']),
  };
});
