import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after `ms`; rejects with the signal's reason when that comes first. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal === undefined ? {} : { signal });
}

export interface Repeating {
  /** Ends the repetition and waits for a turn that is under way. */
  stop(): Promise<void>;
}

/**
 * Runs `turn` at once and then `ms` after each turn has ended, so that turns never overlap.
 * `turn` must not throw: whoever repeats something knows what its failure means.
 */
export function repeat(ms: number, turn: () => Promise<void>): Repeating {
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await turn();
      await sleep(ms, stopping.signal).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
