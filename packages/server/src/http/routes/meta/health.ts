import { getHealth, isRead } from '@almanac/contract';
import { replicaUse } from '../../../app/replica-use.ts';
import { sourceStatus } from '../../../app/sources/source-status.ts';
import { queueAge } from '../../../queries/queue-age.ts';
import { route } from '../../route.ts';

/** A queue that has not moved for so long has no worker, or too few. */
const SLOW_QUEUE_SECONDS = 300;

/**
 * Answers 503 only when nothing can be read from storage: the first query throws then, and the shell makes it
 * STORAGE_UNAVAILABLE. Everything else that is wrong is said, and the service goes on.
 */
export const health = route(getHealth, async ({ databases, redis, now }) => {
  const sources = await databases.readWithFallback((db) => sourceStatus(db, new Date(now())));
  const stale = sources.filter(({ state }) => state !== 'ok' && isRead(state)).map(({ id }) => id);
  const warned = sources.filter(({ state, warnings }) => isRead(state) && warnings.length > 0).map(({ id }) => id);
  const oldest = await databases.readWithFallback(queueAge);
  const checks = {
    database: { state: 'ok', replica: replicaUse(databases.replicaState()) },
    cache: { state: redis?.available === true ? 'ok' : 'unavailable' },
    queue: { state: oldest !== null && oldest > SLOW_QUEUE_SECONDS ? 'degraded' : 'ok', oldestJobSeconds: oldest },
    // A warning is for a person to look at; whether we can answer does not depend on it.
    sources: { state: stale.length === 0 ? 'ok' : 'degraded', stale, warned },
  } as const;
  const degraded = Object.values(checks).some(({ state }) => state !== 'ok') || checks.database.replica === 'lagging';
  return { data: { status: degraded ? ('degraded' as const) : ('ok' as const), checks } };
});
