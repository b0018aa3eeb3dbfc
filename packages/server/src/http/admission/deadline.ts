import type { ServerResponse } from 'node:http';
import { callerGone, deadlineExceeded } from '../../app/errors.ts';
import { setEnd } from '../../platform/time-left.ts';

/** Work under way: what its caller is answered, and when it has really ended, which may be later. */
export interface Computation<T> {
  readonly answer: Promise<T>;
  /** Never rejected. */
  readonly ended: Promise<void>;
}

/**
 * Gives `work` a signal that is aborted when its time is up or its caller is gone. The caller is answered then even if `work` does not notice.
 */
export function withDeadline<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  gone: AbortSignal | null = null,
): Computation<T> {
  const controller = new AbortController();
  setEnd(controller.signal, milliseconds);
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (error: Error) => {
    controller.abort(error);
    reject(error);
  };
  const timer = setTimeout(() => stop(deadlineExceeded(milliseconds)), milliseconds);
  const leave = () => stop(gone?.reason as Error);
  if (gone?.aborted === true) leave();
  else gone?.addEventListener('abort', leave);
  const worked = work(controller.signal);
  const answer = Promise.race([worked, stopped]).finally(() => {
    clearTimeout(timer);
    gone?.removeEventListener('abort', leave);
  });
  return { answer, ended: settled(worked) };
}

/** Returns a signal that is aborted when the connection closes before the response was sent in full. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const close = () => {
    if (!response.writableFinished) controller.abort(callerGone());
  };
  if (response.closed) close();
  else response.once('close', close);
  return controller.signal;
}

/** Work with a time limit of its own. */
export function withoutDeadline<T>(work: () => Promise<T>): Computation<T> {
  const answer = work();
  return { answer, ended: settled(answer) };
}

async function settled(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch {
    // Whoever waits for the answer hears of it.
  }
}
