import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { LoadOptions, LoadResult, Sample } from './load-start.ts';

/**
 * A load generator in a process of its own, so that it takes no time from the server: `node load.ts <options as JSON>`.
 * With a rate it sends at that rate whatever becomes of its requests, as callers do who know nothing of each other.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as LoadOptions;
const dispatcher = new Agent({ connections: options.connections, pipelining: 1, headersTimeout: 30_000 });
const samples: Sample[] = [];
const start = performance.now();
const end = start + options.seconds * 1_000;

if (options.rate === undefined) await Promise.all(Array.from({ length: options.connections }, closedLoop));
else await openLoop(options.rate);
const seconds = (performance.now() - start) / 1_000;
process.send?.({ samples, seconds } satisfies LoadResult, () => process.exit(0));

async function closedLoop(): Promise<void> {
  while (performance.now() < end) await ask();
}

async function openLoop(rate: number): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  while (performance.now() < end) {
    const due = Math.floor(((performance.now() - start) / 1_000) * rate);
    for (; sent < due; sent += 1) {
      const asked = ask().finally(() => underWay.delete(asked));
      underWay.add(asked);
    }
    await sleep(2);
  }
  await Promise.all(underWay);
}

async function ask(): Promise<void> {
  const from = performance.now();
  let status = 0; // no answer at all
  try {
    const response = await request(options.url, { dispatcher });
    status = response.statusCode;
    await response.body.dump();
  } catch {
    // counted as 0
  }
  const now = performance.now();
  samples.push([Math.floor((from - start) / 1_000), status, now - from]);
}
