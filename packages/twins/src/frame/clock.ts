/** Shared by all twins of a test. */
export interface Clock {
  /** Relative dates count from here. */
  readonly start: number;
  now(): number;
  advance(ms: number): void;
}

/** Stands still until it is advanced. For tests. */
export function stillClock(start: number | string): Clock {
  const origin = instant(start);
  let now = origin;
  return {
    start: origin,
    now: () => now,
    advance(ms) {
      now += duration(ms);
    },
  };
}

/** Follows the machine's clock and can be advanced. For the demo. */
export function runningClock(machine: () => number = Date.now): Clock {
  const start = machine();
  let ahead = 0;
  return {
    start,
    now: () => machine() + ahead,
    advance(ms) {
      ahead += duration(ms);
    },
  };
}

function instant(value: number | string): number {
  const ms = typeof value === 'number' ? value : Date.parse(value);
  if (!Number.isFinite(ms)) throw new TypeError(`Not an instant: ${value}`);
  return ms;
}

function duration(ms: number): number {
  if (!Number.isFinite(ms)) throw new TypeError(`A clock advances by milliseconds, not by ${ms}`);
  return ms;
}
