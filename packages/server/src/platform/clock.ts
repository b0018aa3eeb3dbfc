import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after `ms`, or rejects with the signal's reason. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal === undefined ? {} : { signal });
}

export interface Repeating {
  stop(): Promise<void>;
}

/** Runs `turn` at once, then `ms` after each turn ends, so that turns never overlap. `turn` must not throw. */
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
