/**
 * Loaded into a process before its program (`node --import`): tells its parent of every time that the event loop computes for long
 * without a break. It counts processor time, so that others on the machine play no part in it.
 */
export interface LongTurn {
  readonly turnMs: number;
}

/** A turn is never taken for shorter than it is, and for longer by about as much as this. */
const LOOK_MS = 5;
/** Shorter ones are not told. */
const TOLD_FROM_MS = 25;

let last = computedMs();
setInterval(() => {
  const now = computedMs();
  if (now - last >= TOLD_FROM_MS) process.send?.({ turnMs: now - last } satisfies LongTurn);
  last = now;
}, LOOK_MS).unref();

function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
