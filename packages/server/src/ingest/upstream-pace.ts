import { sleep } from '../platform/clock.ts';
import type { Pace } from '../platform/http-client.ts';
import type { Upstream } from '../sources/source.ts';
import type { Db } from '../store/database.ts';
import { type Limit, noteAnswer, noteFailure, takeTurn } from '../store/upstreams.ts';

/** The upstream has failed too often: it is left in peace for a while. */
export class UpstreamResting extends Error {
  override readonly name = 'UpstreamResting';
  constructor(origin: string, forMs: number) {
    super(`${origin} has failed repeatedly and is not asked for another ${Math.ceil(forMs / 1000)} s`);
  }
}

/** Of an upstream that states none: enough for thousands of changed records, and no burden for a bucket of files. */
const USUAL_LIMIT: Limit = { requests: 50, seconds: 1 };

/** One rate and one breaker for each upstream, shared by every worker through the database. */
export function openPace(
  { db, sleep: wait = sleep }: { readonly db: Db; readonly sleep?: typeof sleep },
  upstreams: readonly Upstream[],
): Pace {
  const limits = limitsOf(upstreams);
  /** Where nothing has failed an answer need not be written down. */
  const failing = new Set<string>();
  return {
    async before(origin, signal) {
      const turn = await takeTurn(db, origin, limits.get(origin) ?? USUAL_LIMIT);
      if ('openForMs' in turn) throw new UpstreamResting(origin, turn.openForMs);
      if (turn.failing) failing.add(origin);
      if (turn.waitMs > 0) await wait(turn.waitMs, signal);
    },
    async after(origin, outcome) {
      if (outcome === 'failed') {
        failing.add(origin);
        await noteFailure(db, origin);
      } else if (failing.delete(origin)) await noteAnswer(db, origin);
    },
  };
}

/** Two sources may live at one origin: its strictest limit holds for both. */
function limitsOf(upstreams: readonly Upstream[]): Map<string, Limit> {
  const limits = new Map<string, Limit>();
  for (const { url, limit } of upstreams) {
    const { origin } = new URL(url);
    const before = limits.get(origin);
    if (limit === undefined) continue;
    if (before === undefined || perSecond(limit) < perSecond(before)) limits.set(origin, limit);
  }
  return limits;
}

function perSecond({ requests, seconds }: Limit): number {
  return requests / seconds;
}
