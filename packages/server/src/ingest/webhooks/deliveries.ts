import { randomUUID } from 'node:crypto';
import { sleep } from '../../platform/clock.ts';
import { newestChange } from '../../queries/newest-change.ts';
import { type LeasedWebhook, leaseWebhooks } from '../../store/webhook-deliveries.ts';
import { describeError } from '../describe-error.ts';
import { type DeliverDeps, deliverTo } from './deliver.ts';
import { LEASE_MARGIN_MS, SLOW_MS } from './settings.ts';

export interface Deliveries {
  /** Begins no further delivery, and lets those under way end; they are told to after five seconds. */
  stop(): Promise<void>;
}

const GRACE_MS = 5_000;
/** Between two looks, however much there is to do. */
const PAUSE_MS = 10;

/** Delivers to the webhooks that are due, some at a time. Any number of processes may do so. */
export function startDeliveries(deps: DeliverDeps): Deliveries {
  const { databases, settings, log } = deps;
  const db = databases.primary;
  const ending = new AbortController();
  const cutting = new AbortController();
  const quick = new Set<Promise<void>>();
  const slow = new Set<Promise<void>>();
  const loop = run();

  return {
    async stop() {
      ending.abort();
      const timer = setTimeout(() => cutting.abort(), GRACE_MS);
      await loop;
      await Promise.all([...quick, ...slow]);
      clearTimeout(timer);
    },
  };

  async function run(): Promise<void> {
    while (!ending.signal.aborted && settings.concurrency > 0) {
      const begun = await begin().catch((error: unknown) => {
        log.warn({ reason: describeError(error) }, 'webhooks could not be looked for');
        return 0;
      });
      // Where something was due there may be more as soon as a place is free.
      const free = begun > 0 ? [...quick, ...slow] : [];
      await Promise.race([...free, sleep(settings.pollMs, ending.signal).catch(() => undefined)]);
      await sleep(PAUSE_MS);
    }
  }

  /** Those that answer quickly first. The slow ones have at most half of the places: they never keep all the others waiting. */
  async function begin(): Promise<number> {
    const { concurrency } = settings;
    const free = () => concurrency - quick.size - slow.size;
    if (free() <= 0) return 1;
    const newest = await newestChange(db);
    if (newest === null) return 0;
    const common = { leaseMs: settings.timeoutMs + LEASE_MARGIN_MS, newest, slowMs: SLOW_MS };
    const ready = await leaseWebhooks(db, { ...common, lease: randomUUID(), limit: free(), slow: false });
    for (const one of ready) under(quick, one);
    const room = Math.min(free(), Math.max(1, Math.floor(concurrency / 2)) - slow.size);
    const late = await leaseWebhooks(db, { ...common, lease: randomUUID(), limit: room, slow: true });
    for (const one of late) under(slow, one);
    return ready.length + late.length;
  }

  function under(places: Set<Promise<void>>, leased: LeasedWebhook): void {
    const turn = deliverTo(deps, leased, cutting.signal)
      .catch((error: unknown) =>
        log.warn({ webhook: leased.id, reason: describeError(error) }, 'webhook could not be delivered to'),
      )
      .finally(() => places.delete(turn));
    places.add(turn);
  }
}
