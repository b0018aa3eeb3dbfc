import type { TrendingCve } from '@almanac/contract';
import { cveSummaries } from '../cve/cve-summaries.ts';
import type { Deps } from '../deps.ts';
import { rankChanges } from './rank.ts';
import { readChanges } from './read-changes.ts';

const DAY = 86_400_000;

/** One page of what changed in so many days, heaviest first. */
export async function trendingCves(
  deps: Pick<Deps, 'databases' | 'documents' | 'now'>,
  { days, page, limit }: { readonly days: number; readonly page: number; readonly limit: number },
): Promise<{ readonly cves: TrendingCve[]; readonly total: number }> {
  const ranked = rankChanges(await readChanges(deps, new Date(deps.now() - days * DAY)));
  const shown = ranked.slice((page - 1) * limit, page * limit);
  const ids = shown.map(({ id }) => id);
  const summaries = await deps.databases.readWithFallback((db) => cveSummaries(db, ids));
  const known = new Map(summaries.map((summary) => [summary.id, summary]));
  const cves = shown.map(({ id, changes, changedAt, weight }) => {
    const { title = null, severity = null, epss = null, percentile = null, kev = false } = known.get(id) ?? {};
    return {
      id,
      title,
      severity: severity === 'none' ? null : severity,
      epss: epss === null || percentile === null ? null : { epss, percentile },
      kev,
      changedAt,
      changes: [...changes],
      weight,
    };
  });
  return { cves, total: ranked.length };
}
