import { sleep } from '../platform/clock.ts';
import type { Pace } from '../platform/http-client.ts';
import type { Upstream } from '../sources/source.ts';
import type { Db } from '../store/database.ts';
import { restUpstream } from '../store/upstream-rest.ts';
import { type Limit, noteAnswer, noteFailure, spend, takeTurn } from '../store/upstreams.ts';

/** The upstream has failed too often: it is left in peace for a while. */
export class UpstreamResting extends Error {
  override readonly name = 'UpstreamResting';
  constructor(origin: string, forMs: number) {
    super(`${origin} has failed repeatedly and is not asked for another ${Math.ceil(forMs / 1000)} s`);
  }
}

/** What may be asked of the upstream in a longer span has been asked. */
export class BudgetUsedUp extends Error {
  override readonly name = 'BudgetUsedUp';
  constructor(origin: string, forMs: number) {
    super(`${origin} has been asked as often as it may be, and is not for another ${Math.ceil(forMs / 1000)} s`);
  }
}

/** Of an upstream that states none: enough for thousands of changed records, and no burden for a bucket of files. */
const USUAL_LIMIT: Limit = { requests: 50, seconds: 1 };

/** One rate and one breaker for each upstream, shared by every worker through the database. */
export function openPace(
  { db, sleep: wait = sleep }: { readonly db: Db; readonly sleep?: typeof sleep },
  upstreams: readonly Upstream[],
): Pace {
  const limits = limitsOf(upstreams, ({ limit }) => limit);
  const budgets = limitsOf(upstreams, ({ budget }) => budget);
  /** Where nothing has failed an answer need not be written down. */
  const failing = new Set<string>();
  return {
    async before(origin, signal) {
      const turn = await takeTurn(db, origin, limits.get(origin) ?? USUAL_LIMIT);
      if ('openForMs' in turn) throw new UpstreamResting(origin, turn.openForMs);
      if (turn.failing) failing.add(origin);
      if (turn.waitMs > 0) await wait(turn.waitMs, signal);
      const budget = budgets.get(origin);
      if (budget === undefined) return;
      // After the wait, so that who gives up waiting has spent nothing.
      const usedUpForMs = await spend(db, origin, budget);
      if (usedUpForMs !== null) throw new BudgetUsedUp(origin, usedUpForMs);
    },
    async after(origin, outcome, restMs = null) {
      if (outcome === 'failed') {
        failing.add(origin);
        await noteFailure(db, origin);
        if (restMs !== null) await restUpstream(db, origin, restMs);
      } else if (failing.delete(origin)) await noteAnswer(db, origin);
    },
  };
}

/** Two sources may live at one origin: its strictest limit holds for both. */
function limitsOf(
  upstreams: readonly Upstream[],
  which: (upstream: Upstream) => Limit | undefined,
): Map<string, Limit> {
  const limits = new Map<string, Limit>();
  for (const upstream of upstreams) {
    const { origin } = new URL(upstream.url);
    const before = limits.get(origin);
    const limit = which(upstream);
    if (limit === undefined) continue;
    if (before === undefined || perSecond(limit) < perSecond(before)) limits.set(origin, limit);
  }
  return limits;
}

function perSecond({ requests, seconds }: Limit): number {
  return requests / seconds;
}
