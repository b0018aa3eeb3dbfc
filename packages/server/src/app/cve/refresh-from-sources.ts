import type { SourceId } from '@almanac/contract';
import { ROUND_MS } from '@almanac/core/dossier';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { mostWaiting, queueFull } from '../sources/ask-upstream.ts';
import { awaitRefresh, requestRefresh } from '../sources/request-refresh.ts';
import type { LoadedCve } from './cve-facts.ts';
import type { AskedRecord } from './fresh-outcomes.ts';

/** The whole run takes no longer. */
const LONGEST_MS = 8_000;
/** More records of one source are left to the timetable. */
const MOST_OF_ONE = 10;

interface Wanted {
  readonly source: SourceId;
  readonly key: string;
}

/** Every record about the CVE at the sources that can be asked for one. */
function recordsToAsk({ facts: { id }, records }: Pick<LoadedCve, 'facts' | 'records'>): readonly Wanted[] {
  const osv = records.filter(({ source, key }) => source === 'osv' && key !== id).slice(0, MOST_OF_ONE);
  return [
    { source: 'cve_services', key: id },
    { source: 'nvd', key: id },
    { source: 'epss', key: id },
    // The advisory database lists those of a CVE, with what has changed in the ones that we have.
    { source: 'advisory', key: id },
    { source: 'osv', key: id },
    ...osv.map(({ source, key }) => ({ source, key })),
  ];
}

/** Has every source asked now and waits for them: what came of each. Many who ask at once wait for one round. */
export async function refreshFromSources(
  deps: Pick<Deps, 'databases' | 'liveFetchQueue'>,
  knowledge: Pick<LoadedCve, 'facts' | 'records'>,
  context: Context,
): Promise<readonly AskedRecord[]> {
  const db = deps.databases.primary;
  const limits = { timeoutMs: LONGEST_MS, maxAgeMs: ROUND_MS, mostWaiting: mostWaiting(deps, context) };
  return Promise.all(
    recordsToAsk(knowledge).map(async ({ source, key }) => {
      const asked = { source, key, ...limits };
      return { source, result: await context.waiting(() => awaitRefresh({ db }, asked, context.signal)) };
    }),
  );
}

/** The same without waiting. */
export async function queueReconciliation(
  deps: Pick<Deps, 'databases' | 'liveFetchQueue'>,
  knowledge: LoadedCve,
  context: Context,
): Promise<void> {
  const limit = mostWaiting(deps, context);
  for (const wanted of recordsToAsk(knowledge)) {
    const queued = { ...wanted, priority: 'person', mostWaiting: limit } as const;
    if ((await requestRefresh({ db: deps.databases.primary }, queued)) === null) throw queueFull(deps);
  }
}
