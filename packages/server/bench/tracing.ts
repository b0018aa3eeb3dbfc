import os from 'node:os';
import { inSpan } from '../src/platform/tracing.ts';
import { createTestDatabase } from '../test/support/database.ts';
import { startOtlpReceiver } from '../test/support/processes/otlp-receiver.ts';
import { fillCves } from './cve.ts';
import { sideBySide } from './side-by-side.ts';

const ROUNDS = 200;
const CALLS = 20_000;

/**
 * `npm run bench tracing`: one call of `inSpan` while traces are off, beside the call of the work itself; a lookup without traces beside the same server with everything about traces cut out of its source; and with every
 * request traced beside without.
 */
export async function benchTracing(): Promise<void> {
  await measureCalls();
  await using database = await createTestDatabase();
  await using receiver = await startOtlpReceiver();
  await sideBySide({
    subject: new URL('tracing-subject.ts', import.meta.url),
    args: [database.url, receiver.url],
    paths: await fillCves(database.url),
    pairs: [
      { name: 'off, lookup, nothing kept', bare: 'cut out cold', ours: 'off cold' },
      { name: 'off, lookup, kept', bare: 'cut out kept', ours: 'off kept' },
      { name: 'on, lookup, nothing kept', bare: 'off cold', ours: 'on cold' },
      { name: 'on, lookup, kept', bare: 'off kept', ours: 'on kept' },
    ],
  });
  console.log(`spans received: ${receiver.spans.length}`);
  console.log(
    `load averages: ${os
      .loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
}

/** Nanoseconds a call, the least of many short rounds in turn: whatever else runs on the machine only ever adds. */
async function measureCalls(): Promise<void> {
  const work = async () => 1;
  const ways = { bare: () => work(), 'inSpan, off': () => inSpan('compute', 'internal', {}, work) };
  const least: Record<keyof typeof ways, number> = {
    bare: Number.POSITIVE_INFINITY,
    'inSpan, off': Number.POSITIVE_INFINITY,
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['bare', 'inSpan, off'] as const) {
      const began = performance.now();
      for (let i = 0; i < CALLS; i += 1) await ways[name]();
      least[name] = Math.min(least[name], ((performance.now() - began) * 1e6) / CALLS);
    }
  }
  const [bare, off] = [least.bare, least['inSpan, off']].map(Math.round);
  console.log(`a call: ${bare} ns; in a span, traces off: ${off} ns`);
}
