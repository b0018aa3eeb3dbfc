import { availabilityOf } from '@almanac/core/dossier';
import type { CollectionAdvisory } from '@almanac/core/publishing';
import { isFix } from '@almanac/core/tracker';
import { collectionVerdicts } from '../cve/collection-verdicts.ts';
import { readCve } from '../cve/read-cve.ts';
import type { Deps } from '../deps.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import type { TrackedCve } from '../tracker/tracked-cves.ts';

export type AdvisoryDeps = MatchDeps & Pick<Deps, 'boards'>;

/** CVEs that are published, more than a tracker has: those of the newest issues. */
const MOST_CVES = 20_000;

/** What every CVE of the tracker comes to for the collection, by the judgement that `/graph/cve/:id/affected` and `/cve/:id` show. */
export async function* collectionAdvisories(
  deps: AdvisoryDeps,
  signal: AbortSignal,
): AsyncGenerator<CollectionAdvisory> {
  const { cves } = await deps.boards.read();
  for (const tracked of cves.slice(0, MOST_CVES)) {
    signal.throwIfAborted();
    const knowledge = await readCve(deps, tracked.id);
    const { availability } = availabilityOf(knowledge.facts);
    if (availability === 'rejected' || availability === 'withdrawn') continue;
    const { packages, complete } = await collectionVerdicts(deps, knowledge);
    yield { cve: tracked.id, ...factsOf(tracked), statements: packages, complete };
  }
}

/** Addresses, states and dates. Titles and texts are those of their authors. */
function factsOf({ issues, pulls }: TrackedCve): Pick<CollectionAdvisory, 'published' | 'issues' | 'fixes'> {
  const opened = issues.map(({ createdAt }) => createdAt).toSorted();
  return {
    published: opened[0] ?? new Date(0).toISOString(),
    issues: issues.map(({ url, state }) => ({ url, state })),
    fixes: pulls.filter(isFix).flatMap(({ pull: { url, mergedAt } }) => (mergedAt === null ? [] : [{ url, mergedAt }])),
  };
}
