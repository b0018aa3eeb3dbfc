import { sleep } from '../../platform/clock.ts';
import type { Pace } from '../../platform/http-client-request.ts';
import { NotAsked } from '../../sources/assumption.ts';
import type { Upstream } from '../../sources/source.ts';

/** Per run, redirects included. */
export const MAX_REQUESTS = 40;

/** Also where an upstream allows more: nobody waits for the result of a check. */
const MIN_GAP_MS = 1_000;
/** A budget of an hour may be used at once, as far as the few requests of a check go. */
const MAX_GAP_MS = 6_000;

export interface CheckPace extends Pace {
  /** Returns how many requests were sent. */
  count(): number;
}

/** Spaces the requests to each origin by its limit, and refuses all that are too many for one run. Needs no database. */
export function openCheckPace(
  upstreams: readonly Upstream[],
  { sleep: wait = sleep, signal }: { readonly sleep?: typeof sleep | undefined; readonly signal: AbortSignal },
): CheckPace {
  const gaps = new Map<string, number>();
  for (const { url, limit } of upstreams) {
    const { origin } = new URL(url);
    const gap = limit === undefined ? MIN_GAP_MS : (limit.seconds * 1_000) / limit.requests;
    gaps.set(origin, Math.min(MAX_GAP_MS, Math.max(MIN_GAP_MS, gap, gaps.get(origin) ?? 0)));
  }
  const nextAt = new Map<string, number>();
  let requests = 0;
  return {
    async before(origin) {
      if (requests >= MAX_REQUESTS) throw new NotAsked(`the ${MAX_REQUESTS} requests of a run have been sent`);
      requests += 1;
      const now = performance.now();
      const turn = Math.max(now, nextAt.get(origin) ?? 0);
      nextAt.set(origin, turn + (gaps.get(origin) ?? MIN_GAP_MS));
      if (turn > now) await wait(turn - now, signal);
    },
    after: async () => {},
    count: () => requests,
  };
}
