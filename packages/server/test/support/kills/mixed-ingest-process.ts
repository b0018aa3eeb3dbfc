import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { SourceAddresses } from '../../../src/sources/catalogue.ts';
import { openMixedIngest, type Phase, type Step, takeSteps } from './mixed-ingest.ts';
import { atMoment, type Kill } from './points.ts';

/** Takes these steps until it kills itself: `node mixed-ingest-process.ts '<MixedIngestProcess as JSON>'`. */
export interface MixedIngestProcess {
  readonly databaseUrl: string;
  readonly addresses: SourceAddresses;
  readonly applicationName: string;
  readonly phase: Phase;
  readonly steps: readonly Step[];
  readonly kill: Kill;
}

// It will not come to its end: what was compiled is kept for the next process now.
flushCompileCache();
const { steps, kill, ...options } = JSON.parse(process.argv[2] ?? '') as MixedIngestProcess;
// As `kill -9`: it does not come to the next instruction.
const reach = atMoment(kill, () => process.kill(process.pid, 'SIGKILL'));
await using ingest = openMixedIngest({ ...options, reach });
await takeSteps(ingest, steps, (step) => {
  // Synchronously: what was said before the end is known after it.
  writeSync(1, `${JSON.stringify(step)}\n`);
  reach('between runs');
});
