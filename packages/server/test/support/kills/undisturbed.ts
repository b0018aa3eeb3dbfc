import type { Clock } from '@almanac/twins';
import { cloneTestDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import { type StoreState, stateOfStore } from '../worlds/state-of-store.ts';
import { type Contents, contentsOf } from '../worlds/state-of-store-ahead.ts';
import { instantOf, openMixedIngest, PHASES, type Phase, stepsOf, takeSteps } from './mixed-ingest.ts';
import type { MixedUpstreams } from './mixed-ingest-world.ts';

/** One phase of an ingest that nothing came in the way of. */
export interface UndisturbedPhase {
  /** The store as the phase found it: to be copied. */
  readonly before: TestDatabase;
  readonly after: { readonly state: StoreState; readonly contents: Contents };
  /** How many moments there are at which it might have been killed. */
  readonly moments: number;
}

export interface UndisturbedOptions {
  readonly names?: readonly Phase[];
  /** As in `stepsOf`. */
  readonly singles?: number;
}

export interface Undisturbed extends AsyncDisposable {
  phase(name: Phase): UndisturbedPhase;
}

export async function readUndisturbed(
  { addresses }: MixedUpstreams,
  clock: Clock,
  { names = PHASES, singles }: UndisturbedOptions = {},
): Promise<Undisturbed> {
  const stack = new AsyncDisposableStack();
  const phases = new Map<Phase, UndisturbedPhase>();
  let before = stack.use(await createTestDatabase());
  for (const phase of names) {
    const database = stack.use(await cloneTestDatabase(before));
    clock.advance(instantOf(phase) - clock.now());
    let moments = 0;
    const reach = () => void (moments += 1);
    const options = { databaseUrl: database.url, addresses, applicationName: 'almanac-test', phase, reach };
    await using ingest = openMixedIngest(options);
    await takeSteps(ingest, stepsOf(phase, singles));
    const counted = moments;
    const { db } = ingest.deps;
    const after = { state: await stateOfStore(db, database.url), contents: await contentsOf(db) };
    phases.set(phase, { before, after, moments: counted });
    before = database;
  }
  return {
    phase(name) {
      const found = phases.get(name);
      if (found === undefined) throw new Error(`no phase ${name}`);
      return found;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
