import { sleep } from '../platform/clock.ts';
import { withoutToken } from '../platform/http-client-origin.ts';
import type { Pace } from '../platform/http-client-request.ts';
import type { Upstream } from '../sources/source.ts';
import type { Db } from '../store/database.ts';
import { restUpstream } from '../store/upstream-rest.ts';
import { giveBackTurn, type Limit, noteAnswer, noteFailure, spend, takeTurn } from '../store/upstreams.ts';

/** The upstream has failed too often, or has asked for a rest. */
export class UpstreamResting extends Error {
  override readonly name = 'UpstreamResting';
  constructor(origin: string, forMs: number) {
    super(`${origin} is resting and is not asked for another ${Math.ceil(forMs / 1000)} s`);
  }
}

/** The upstream's limit for a longer span is exhausted. */
export class BudgetUsedUp extends Error {
  override readonly name = 'BudgetUsedUp';
  constructor(origin: string, forMs: number) {
    super(`${origin} has been asked as often as it may be, and is not for another ${Math.ceil(forMs / 1000)} s`);
  }
}

/** The turn would have come after whoever waits had given up. None was taken. */
export class TurnTooLate extends Error {
  override readonly name = 'TurnTooLate';
  constructor(origin: string) {
    super(`${origin} is being asked as often as it may be, and cannot be in time`);
  }
}

/** Share of a budget reserved for names in nixpkgs. */
const KEPT_FOR_CARRIED = 1 / 2;

/** For upstreams without a stated limit: enough for thousands of changes, and no burden for a file bucket. */
export const USUAL_LIMIT: Limit = { requests: 50, seconds: 1 };

/** So many failures in a row open the breaker, unless the upstream is asked more often for one document. */
const MAX_FAILURES = 5;

interface Place {
  readonly name: string;
  readonly limit: Limit;
}

/**
 * One rate and one breaker for each upstream, and others for requests that leave out its token, shared by every worker through the database. Of those that are also read by
 * the timetable (`scheduled`), requests that somebody waits for have half the rate: runs keep the other half.
 */
export function openPace(
  { db, sleep: wait = sleep }: { readonly db: Db; readonly sleep?: typeof sleep },
  upstreams: readonly Upstream[],
  scheduled: readonly Upstream[] = [],
): Pace {
  const shared = new Set(scheduled.flatMap(listNames));
  const limits = getLimits(upstreams, ({ limit }) => limit);
  for (const [origin, limit] of getLimits(upstreams, ({ token }) => token?.anonymousLimit)) {
    limits.set(withoutToken(origin), limit);
  }
  const budgets = getLimits(upstreams, ({ budget }) => budget);
  const tries = new Map(
    upstreams.flatMap((upstream) => listNames(upstream).map((name) => [name, upstream.patience?.tries ?? 0])),
  );
  /** Where nothing has failed an answer need not be written down. */
  const failing = new Set<string>();
  return {
    async before(origin, signal, hurry) {
      const mostWaitMs = hurry === undefined ? undefined : Math.max(0, hurry.until - performance.now());
      const taken: Place[] = [];
      try {
        const waitMs = await takeTurns(origin, listPlaces(origin, hurry !== undefined), mostWaitMs, taken);
        if (waitMs > 0) await wait(waitMs, signal);
      } catch (error) {
        // Without the signal: it is what has ended the wait.
        for (const { name, limit } of taken) await giveBackTurn(db, name, limit);
        throw error;
      }
      const budget = budgets.get(origin);
      if (budget === undefined) return;
      // After the wait, so that who gives up waiting has spent nothing.
      const kept = hurry === undefined || hurry.carried ? 0 : KEPT_FOR_CARRIED;
      const usedUpForMs = await spend(db, origin, budget, kept);
      if (usedUpForMs !== null) throw new BudgetUsedUp(origin, usedUpForMs);
    },
    async after(origin, outcome, restMs = null) {
      if (outcome === 'failed') {
        failing.add(origin);
        await noteFailure(db, origin, Math.max(MAX_FAILURES, tries.get(origin) ?? 0));
        if (restMs !== null) await restUpstream(db, origin, restMs);
      } else if (failing.delete(origin)) await noteAnswer(db, origin);
    },
  };

  /** A bucket of its own for what somebody waits for, before that of all; `#` ends no origin. */
  function listPlaces(origin: string, isLive: boolean): readonly Place[] {
    const limit = limits.get(origin) ?? USUAL_LIMIT;
    const all = { name: origin, limit };
    return isLive && shared.has(origin) ? [{ name: `${origin}#live`, limit: half(limit) }, all] : [all];
  }

  /** The longest wait of all places; what was taken is added to `taken`. */
  async function takeTurns(
    origin: string,
    places: readonly Place[],
    mostWaitMs: number | undefined,
    taken: Place[],
  ): Promise<number> {
    let longest = 0;
    for (const place of places) {
      const turn = await takeTurn(db, place.name, place.limit, mostWaitMs);
      if ('openForMs' in turn) throw new UpstreamResting(origin, turn.openForMs);
      if ('tooLate' in turn) throw new TurnTooLate(origin);
      taken.push(place);
      if (turn.failing) failing.add(origin);
      longest = Math.max(longest, turn.waitMs);
    }
    return longest;
  }
}

/** Lists the names by which the origin is paced. */
function listNames({ url }: Upstream): readonly string[] {
  const { origin } = new URL(url);
  return [origin, withoutToken(origin)];
}

function half({ requests, seconds }: Limit): Limit {
  return requests > 1 ? { requests: Math.floor(requests / 2), seconds } : { requests, seconds: 2 * seconds };
}

/** Two sources may live at one origin: its strictest limit holds for both. */
function getLimits(
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
