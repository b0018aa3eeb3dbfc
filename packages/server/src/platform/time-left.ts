const ends = new WeakMap<AbortSignal, number>();

export function setEnd(signal: AbortSignal, milliseconds: number): void {
  ends.set(signal, performance.now() + milliseconds);
}

export function endWith(signal: AbortSignal, other: AbortSignal): AbortSignal {
  const end = ends.get(other);
  if (end !== undefined) ends.set(signal, end);
  return signal;
}

/** Null if unknown. */
export function timeLeft(signal: AbortSignal): number | null {
  const end = ends.get(signal);
  return end === undefined ? null : Math.max(0, end - performance.now());
}

/** Returns a signal that ends with `signal`, or after a share of its remaining time. */
export function shareOfTime(signal: AbortSignal, share: number): AbortSignal {
  const left = timeLeft(signal);
  if (left === null) return signal;
  return AbortSignal.any([signal, AbortSignal.timeout(Math.round(left * share))]);
}
