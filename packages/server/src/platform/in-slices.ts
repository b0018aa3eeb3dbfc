import { setImmediate } from 'node:timers/promises';

/** Longer than this nobody else waits for a turn. */
const TURN_MS = 4;

/** For work in whole steps: called after each, lets others have their turn where it took long. */
export function turns(signal?: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await setImmediate();
    signal?.throwIfAborted();
    began = performance.now();
  };
}

/** Does work that comes in slices to its end, and lets others have their turn in between. */
export async function inSlices<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (let began = performance.now(); ; ) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    signal?.throwIfAborted();
    began = performance.now();
  }
}
