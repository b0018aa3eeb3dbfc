import { setImmediate } from 'node:timers/promises';

/** Longer than this the thread is not held: an answer of the database may be waiting to be taken in. */
const LONGEST_MS = 4;

/** To be called between two pieces of work: lets others have the thread when it was held for long. */
export function takeTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < LONGEST_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
