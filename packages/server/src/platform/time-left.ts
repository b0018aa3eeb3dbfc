const ends = new WeakMap<AbortSignal, number>();

/** Remembers when a signal will be aborted. */
export function setEnd(signal: AbortSignal, milliseconds: number): void {
  ends.set(signal, performance.now() + milliseconds);
}

/** Remembers that a signal will be aborted when another one is. */
export function endWith(signal: AbortSignal, other: AbortSignal): AbortSignal {
  const end = ends.get(other);
  if (end !== undefined) ends.set(signal, end);
  return signal;
}

/** Returns the milliseconds after which a signal will be aborted; null where that is not known. */
export function timeLeft(signal: AbortSignal): number | null {
  const end = ends.get(signal);
  return end === undefined ? null : Math.max(0, end - performance.now());
}

/** Returns a signal that ends with another one, or when a share of the time that is left of it has passed. */
export function shareOfTime(signal: AbortSignal, share: number): AbortSignal {
  const left = timeLeft(signal);
  if (left === null) return signal;
  return AbortSignal.any([signal, AbortSignal.timeout(Math.round(left * share))]);
}
