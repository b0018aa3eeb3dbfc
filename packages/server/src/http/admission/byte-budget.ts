/** Bytes in memory at the same time. A part of them is for callers with a key. */
export interface ByteBudget {
  hasRoom(bytes: number, authenticated: boolean): boolean;
  reserve(bytes: number): void;
  release(bytes: number): void;
  readonly limit: number;
  readonly used: number;
}

const KEYED_SHARE = 1 / 4;

export function byteBudget(limit: number): ByteBudget {
  let used = 0;
  return {
    hasRoom: (bytes, authenticated) => used + bytes <= (authenticated ? limit : limit * (1 - KEYED_SHARE)),
    reserve(bytes) {
      used += bytes;
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
