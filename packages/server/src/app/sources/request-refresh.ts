import type { SourceId } from '@almanac/contract';
import { sleep } from '../../platform/clock.ts';
import type { Db } from '../../store/database.ts';
import { PRIORITIES, requestJob } from '../../store/job-requests.ts';
import { sha256 } from '../../store/packing.ts';
import { databaseTime, LIMITED, type RefreshState, refreshState } from '../../store/refreshes.ts';

export interface Refresh {
  readonly source: SourceId;
  /** One record of the source; left out, what has changed in the whole of it. */
  readonly key?: string;
  /** `person`: someone waits for the answer. */
  readonly priority: 'person' | 'background';
  /** A record that was fetched so shortly before will do. */
  readonly maxAgeMs?: number;
  /** Nobody waits for it after this, by the database's clock. */
  readonly expiresAt?: Date;
  /** The collection carries what the key names: it may use what an upstream's budget keeps for such names. */
  readonly carried?: boolean;
  /** With so many waiting already it is refused. */
  readonly mostWaiting?: number | undefined;
}

/** Asks the workers for newer data. However many ask for the same, it is one job; its number is returned, or null: too many wait. */
export async function requestRefresh(
  { db }: { readonly db: Db },
  { source, key, priority, maxAgeMs = 0, expiresAt, carried, mostWaiting }: Refresh,
): Promise<number | null> {
  const [task, payload] =
    key === undefined
      ? ['run-source', { source }]
      : ['refresh-record', { source, key, maxAgeMs, expiresAt: expiresAt?.toISOString(), carried }];
  return requestJob(db, {
    task,
    payload,
    jobKey: `${task}:${source}${key === undefined ? '' : `:${shortened(key)}`}`,
    priority: PRIORITIES[priority],
    mostWaiting,
  });
}

export interface AwaitedRefresh {
  readonly source: SourceId;
  readonly key: string;
  readonly timeoutMs: number;
  /** A refresh that ended so long ago will do. */
  readonly maxAgeMs?: number;
  readonly carried?: boolean;
  readonly mostWaiting?: number | undefined;
  /** Called before an upstream is asked on the caller's behalf; what it throws is thrown. */
  readonly beforeAsking?: () => void;
}

export type RefreshResult =
  /** What is stored now is what the source has. */
  | { readonly outcome: 'done'; readonly at: Date }
  /** The source has no such record; `state` is what it says of the key nevertheless, such as `reserved`. */
  | { readonly outcome: 'unknown'; readonly state: string | null; readonly at: Date }
  /** `limited`: because it is asked often enough already. */
  | { readonly outcome: 'unreachable'; readonly error: string | null; readonly limited: boolean; readonly at: Date }
  /** Not yet. It goes on behind the answer. */
  | { readonly outcome: 'timeout' }
  /** Too many wait: nothing was asked. */
  | { readonly outcome: 'refused' };

/** A job that no worker has begun by then is dropped: whoever asked has been answered. */
const EXPIRES_AFTER_MS = 30_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/**
 * Has one record fetched by a worker and waits for the result. `db` is the primary: a replica would not know yet. Asked
 * in growing pauses rather than by LISTEN, which would need a connection of its own and a second way for when it is lost.
 */
export async function awaitRefresh(
  { db, wait = sleep }: { readonly db: Db; readonly wait?: typeof sleep },
  { source, key, timeoutMs, maxAgeMs = 0, beforeAsking, ...how }: AwaitedRefresh,
  signal: AbortSignal,
): Promise<RefreshResult> {
  const now = (await databaseTime(db)).getTime();
  const since = new Date(now - maxAgeMs);
  const look = async () => {
    const { finished, underWay } = await refreshState(db, source, key);
    return { result: finished !== null && finished.at >= since ? resultOf(finished) : null, underWay };
  };

  const before = await look();
  if (before.result !== null) return before.result;
  // What is being fetched at this moment will do, and another job would only wait behind it.
  if (!before.underWay) {
    beforeAsking?.();
    const expiresAt = new Date(now + EXPIRES_AFTER_MS);
    const job = await requestRefresh({ db }, { source, key, priority: 'person', maxAgeMs, expiresAt, ...how });
    if (job === null) {
      // A job of this key that began or ended in the same moment leaves nothing to add.
      const after = await look();
      if (after.result !== null) return after.result;
      if (!after.underWay) return { outcome: 'refused' };
    }
  }
  for (let waited = 0, pause = FIRST_PAUSE_MS; waited < timeoutMs; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    await wait(pause, signal);
    waited += pause;
    const { result } = await look();
    if (result !== null) return result;
  }
  return { outcome: 'timeout' };
}

function resultOf({ outcome, state, error, at }: NonNullable<RefreshState['finished']>): RefreshResult {
  if (outcome === 'unknown') return { outcome, state, at };
  return outcome === 'done' ? { outcome, at } : { outcome, error, limited: state === LIMITED, at };
}

/** A job's key may have 256 characters, the name of a package more. */
function shortened(key: string): string {
  return key.length <= 128 ? key : sha256(key).toString('hex');
}
