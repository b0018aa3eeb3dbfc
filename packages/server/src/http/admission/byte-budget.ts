/** Bytes in memory at the same time. A part of them is for callers with a key. */
export interface ByteBudget {
  /** False: there is no room for so many more. */
  reserve(bytes: number, authenticated: boolean): boolean;
  release(bytes: number): void;
  readonly limit: number;
  readonly used: number;
}

const KEYED_SHARE = 1 / 4;

export function byteBudget(limit: number): ByteBudget {
  let used = 0;
  return {
    reserve(bytes, authenticated) {
      if (used + bytes > (authenticated ? limit : limit * (1 - KEYED_SHARE))) return false;
      used += bytes;
      return true;
    },
    release(bytes) {
      used -= bytes;
    },
    limit,
    get used() {
      return used;
    },
  };
}
