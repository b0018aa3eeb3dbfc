import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { json } from 'node:stream/consumers';
import { type MixedIngestOptions, openMixedIngest, type Step, takeSteps } from './mixed-ingest.ts';
import { atMoment, type Kill } from './points.ts';

/** What the process is told on its input. It starts while another is at work: to start takes as long as the work. */
export interface MixedIngestOrder extends Omit<MixedIngestOptions, 'reach' | 'log' | 'limit'> {
  readonly steps: readonly Step[];
  readonly kill: Kill;
}

// It will not come to its end: what was compiled is kept for the next process now.
flushCompileCache();
const { steps, kill, ...options } = (await json(process.stdin)) as MixedIngestOrder;
// As `kill -9`: it does not come to the next instruction.
const reach = atMoment(kill, () => process.kill(process.pid, 'SIGKILL'));
await using ingest = openMixedIngest({ ...options, reach });
await takeSteps(ingest, steps, (step) => {
  // Synchronously: what was said before the end is known after it.
  writeSync(1, `${JSON.stringify(step)}\n`);
  reach('between runs');
});
