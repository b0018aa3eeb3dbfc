import { RATES } from '@almanac/contract';
import { serverUrl } from '../database.ts';
import { type ApiProcess, startApiProcess } from './api-process-start.ts';
import { described, goodput, type LoadResult, percentile, runLoad, withStatus } from './load-start.ts';

export interface OverloadFigures {
  /** Successful answers a second with as many callers as do best. */
  readonly capacity: number;
  /** The same under overload. */
  readonly goodput: number;
  readonly refusalP50: number;
  readonly refusalP99: number;
  /** Whole seconds after the end of the overload until a second with nothing but quick successes. */
  readonly recoverySeconds: number;
  /** Every status that was seen, sorted. */
  readonly statuses: readonly number[];
}

const UNLIMITED = { ...RATES, general: 1e9 };

/** Measures one api process whose work waits for PostgreSQL: its capacity, then more than that, then its recovery. */
export async function overload(plan: {
  measureSeconds: number;
  overloadSeconds: number;
  factor: number;
  redisUrl?: string;
}): Promise<OverloadFigures> {
  await using api = await startApiProcess({
    redisUrl: plan.redisUrl ?? null,
    databaseUrl: serverUrl,
    settings: { rates: UNLIMITED },
    logLevel: 'info',
  });
  const url = `${api.url}/api/v1/work`;
  await runLoad({ url, connections: 16, seconds: plan.measureSeconds / 2 }); // warms up
  const best = await bestOf([8, 16, 32], api, plan.measureSeconds);
  const capacity = goodput(best);
  const high = await runLoad({
    url,
    connections: 1_000,
    rate: Math.round(capacity * plan.factor),
    seconds: plan.overloadSeconds,
  });
  const low = await runLoad({
    url,
    connections: 32,
    rate: Math.round(capacity / 4),
    seconds: Math.max(2, plan.measureSeconds),
  });

  const refusals = withStatus(high, 503);
  const recoverySeconds = recovery(low, percentile(best.samples, 0.99));
  console.log(`capacity ${capacity.toFixed(0)}/s: ${described(withStatus(best, 200))}`);
  console.log(`at ${plan.factor} times that, ${(high.samples.length / high.seconds).toFixed(0)}/s sent:`);
  console.log(
    `  served ${goodput(high).toFixed(0)}/s, ${((100 * goodput(high)) / capacity).toFixed(0)} %: ${described(withStatus(high, 200))}`,
  );
  console.log(`  refused: ${described(refusals)}; without an answer: ${withStatus(high, 0).length}`);
  console.log(`after it: ${described(low.samples)}; back to normal in second ${recoverySeconds}`);
  return {
    capacity,
    goodput: goodput(high),
    refusalP50: percentile(refusals, 0.5),
    refusalP99: percentile(refusals, 0.99),
    recoverySeconds,
    statuses: [...new Set([...high.samples, ...low.samples].map(([, status]) => status))].toSorted((a, b) => a - b),
  };
}

async function bestOf(connections: readonly number[], api: ApiProcess, seconds: number): Promise<LoadResult> {
  const results: LoadResult[] = [];
  for (const count of connections) {
    results.push(
      await runLoad({ url: `${api.url}/api/v1/work`, connections: count, seconds: seconds / connections.length }),
    );
  }
  return results.toSorted((a, b) => goodput(b) - goodput(a))[0]!;
}

/** The first second all of whose requests succeeded, half of them no slower than nearly all did before. */
function recovery(result: LoadResult, usual: number): number {
  for (let second = 0; second < result.seconds; second += 1) {
    const sent = result.samples.filter(([when]) => when === second);
    if (sent.length > 0 && sent.every(([, status]) => status === 200) && percentile(sent, 0.5) <= usual) return second;
  }
  return Number.POSITIVE_INFINITY;
}
