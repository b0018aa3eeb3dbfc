import type { TrendingCve } from '@almanac/contract';
import { searchRows } from '../../queries/search-rows.ts';
import type { Deps } from '../deps.ts';
import { rankChanges } from './rank.ts';
import { readChanges } from './read-changes.ts';

const DAY = 86_400_000;

/** One page of what changed in so many days, heaviest first. */
export async function trendingCves(
  deps: Deps,
  { days, page, limit }: { readonly days: number; readonly page: number; readonly limit: number },
): Promise<{ readonly cves: TrendingCve[]; readonly total: number }> {
  const ranked = rankChanges(await readChanges(deps, new Date(deps.now() - days * DAY)));
  const shown = ranked.slice((page - 1) * limit, page * limit);
  const ids = shown.map(({ id }) => id);
  const facts = await deps.databases.readWithFallback((db) => searchRows(db, ids));
  const known = new Map(facts.map((row) => [row.key, row]));
  const cves = shown.map(({ id, changes, changedAt, weight }) => {
    const fact = known.get(id);
    const {
      title = null,
      severity = null,
      epss = null,
      percentile = null,
      kev = false,
      withdrawn = false,
    } = fact ?? {};
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
  });
  return { cves, total: ranked.length };
}
