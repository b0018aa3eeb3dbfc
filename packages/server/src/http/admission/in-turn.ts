import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../app/errors.ts';

/** Milliseconds between two attempts, spread so that those who were refused together do not come back together. */
const PAUSE_MS = 50;
const SPREAD_MS = 200;

/**
 * Computes for someone who has waited: many are woken by one change, and there are fewer places. Whoever finds none tries again, until
 * its time is up.
 */
export async function computeInTurn<T>(compute: () => Promise<T>, until: number, gone: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await compute();
    } catch (error) {
      if (!isFull(error) || performance.now() > until) throw error;
      await sleep(PAUSE_MS + Math.random() * SPREAD_MS);
      gone.throwIfAborted();
    }
  }
}

function isFull(error: unknown): boolean {
  return error instanceof ApiError && error.details?.budget === 'computing';
}
