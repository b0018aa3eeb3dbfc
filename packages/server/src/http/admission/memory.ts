import { overloaded } from '../../app/errors.ts';

/** The bytes of everything in flight: request bodies, the rows and packs that responses are computed from, large responses. */
export interface Memory {
  /** Starts an account that is empty. A part of the memory is for callers with a key. */
  open(authenticated: boolean): MemoryAccount;
  readonly used: number;
}

interface MemoryAccount {
  /** Throws OVERLOADED if there is no room for so many more bytes. */
  check(bytes: number): void;
  /** Takes so many more bytes, or throws OVERLOADED. */
  take(bytes: number): void;
  /** Gives everything back, once. What is taken later is given back at once. */
  close(): void;
}

const KEYED_SHARE = 1 / 4;
/** A sender has 15 s, a computation 10; most need less. */
const RETRY_AFTER = 5;

export function openMemory(limit: number): Memory {
  let used = 0;
  return {
    open(authenticated) {
      const own = authenticated ? limit : limit * (1 - KEYED_SHARE);
      let taken = 0;
      let closed = false;
      const check = (bytes: number) => {
        if (used + bytes > own) throw overloaded({ budget: 'memory', limit, retryAfter: RETRY_AFTER });
      };
      return {
        check,
        take(bytes) {
          if (closed) return;
          check(bytes);
          taken += bytes;
          used += bytes;
        },
        close() {
          closed = true;
          used -= taken;
          taken = 0;
        },
      };
    },
    get used() {
      return used;
    },
  };
}
