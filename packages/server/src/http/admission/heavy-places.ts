import type { Caller } from '../rate-limit/caller.ts';

/** Rows that nearly all answers do with. Whatever reads more is heavy. */
export const HEAVY_ROWS = 5_000;
/** Heavy answers that are made at the same time; the others wait. The last place is for callers with a key. */
const PLACES = 3;
const KEYED_PLACES = 1;

/**
 * Places for answers that read much, such as those about a package with thousands of records: each has all of it in memory, and
 * occupies a connection and the thread for seconds.
 */
export interface HeavyPlaces {
  /** `wait` runs what only waits. */
  open(caller: Caller, signal: AbortSignal, wait: (waiting: () => Promise<void>) => Promise<void>): Reading;
  readonly taken: number;
}

/** What one answer reads. */
export interface Reading {
  readonly hasRead: (rows: number) => void;
  /** Null: it may go on. Otherwise it is heavy, and has a place when the promise settles. */
  readonly place: () => Promise<void> | null;
  /** Gives the place back. */
  readonly end: () => void;
}

interface Waiting {
  /** The caller; of IPv6 its whole /48. */
  readonly name: string;
  readonly authenticated: boolean;
  readonly go: () => void;
}

export function heavyPlaces(): HeavyPlaces {
  const waiting: Waiting[] = [];
  /** How many places each caller has. */
  const held = new Map<string, number>();
  /** When each caller that waits was last given one. */
  const served = new Map<string, number>();
  let taken = 0;
  let given = 0;

  return {
    open({ name: own, network, authenticated }, signal, wait) {
      const name = network ?? own;
      let rows = 0;
      let state: 'light' | 'waiting' | 'placed' | 'ended' = 'light';
      let entering: Promise<void> | null = null;
      return {
        hasRead(more) {
          rows += more;
        },
        place() {
          if (rows <= HEAVY_ROWS || state === 'placed' || state === 'ended') return null;
          state = 'waiting';
          entering ??= wait(() => enter({ name, authenticated }, signal)).then(() => {
            if (state === 'ended') leave(name);
            else state = 'placed';
          });
          return entering;
        },
        end() {
          if (state === 'placed') leave(name);
          state = 'ended';
        },
      };
    },
    get taken() {
      return taken;
    },
  };

  function enter(who: Pick<Waiting, 'name' | 'authenticated'>, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => {
      const at = waiting.indexOf(one);
      if (at === -1) return;
      waiting.splice(at, 1);
      reject(signal.reason as Error);
    };
    const one: Waiting = {
      ...who,
      go() {
        signal.removeEventListener('abort', abort);
        resolve();
      },
    };
    waiting.push(one);
    signal.addEventListener('abort', abort);
    give();
    return promise;
  }

  function leave(name: string): void {
    taken -= 1;
    const rest = (held.get(name) ?? 1) - 1;
    if (rest === 0) held.delete(name);
    else held.set(name, rest);
    give();
  }

  /** To whoever has fewest places, then to whoever had none for longest: one caller does not keep out the others. */
  function give(): void {
    for (;;) {
      const free = waiting.filter(({ authenticated }) => taken < (authenticated ? PLACES : PLACES - KEYED_PLACES));
      const [next] = free.toSorted((a, b) => of(held, a) - of(held, b) || of(served, a) - of(served, b));
      if (next === undefined) break;
      waiting.splice(waiting.indexOf(next), 1);
      taken += 1;
      given += 1;
      held.set(next.name, of(held, next) + 1);
      served.set(next.name, given);
      next.go();
    }
    if (waiting.length === 0) served.clear();
  }
}

function of(counts: ReadonlyMap<string, number>, { name }: Waiting): number {
  return counts.get(name) ?? 0;
}
