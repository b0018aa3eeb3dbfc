import type { Caller } from '../rate-limit/caller.ts';

/** Places that callers take in turn: one that sends much does not keep out the others. */
export interface FairQueue {
  /** Takes a place that is free at once; the function gives it back. Null: none is free, or others wait. */
  take(caller: Caller): (() => void) | null;
  /** The same, when it is the caller's turn. Rejected with the reason of the signal. */
  wait(caller: Caller, signal: AbortSignal): Promise<() => void>;
  readonly taken: number;
  readonly waiting: number;
}

export interface FairQueueOptions {
  readonly places: number;
  /** Of the places, those that only callers with a key may take. */
  readonly keyed: number;
}

interface Waiting {
  readonly name: string;
  readonly authenticated: boolean;
  readonly go: () => void;
}

export function fairQueue({ places, keyed }: FairQueueOptions): FairQueue {
  const waiting: Waiting[] = [];
  /** How many places each caller has. */
  const held = new Map<string, number>();
  /** When each caller was last given one, while anybody waits. */
  const served = new Map<string, number>();
  let taken = 0;
  let given = 0;

  return {
    take(caller) {
      if (waiting.length > 0 || !isFreeFor(caller)) return null;
      return occupy(nameOf(caller));
    },
    wait(caller, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const name = nameOf(caller);
      const abort = () => {
        const at = waiting.indexOf(one);
        if (at === -1) return;
        waiting.splice(at, 1);
        reject(signal.reason as Error);
      };
      const one: Waiting = {
        name,
        authenticated: caller.authenticated,
        go() {
          signal.removeEventListener('abort', abort);
          resolve(occupy(name));
        },
      };
      waiting.push(one);
      signal.addEventListener('abort', abort);
      give();
      return promise;
    },
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting.length;
    },
  };

  function isFreeFor({ authenticated }: Pick<Caller, 'authenticated'>): boolean {
    return taken < (authenticated ? places : places - keyed);
  }

  function occupy(name: string): () => void {
    taken += 1;
    given += 1;
    held.set(name, (held.get(name) ?? 0) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      taken -= 1;
      const rest = (held.get(name) ?? 1) - 1;
      if (rest === 0) held.delete(name);
      else held.set(name, rest);
      give();
    };
  }

  /** To whoever has fewest places, then to whoever had none for longest. */
  function give(): void {
    for (;;) {
      const next = waiting.filter(isFreeFor).reduce<Waiting | null>(earlier, null);
      if (next === null) break;
      waiting.splice(waiting.indexOf(next), 1);
      next.go();
      served.set(next.name, given);
    }
    if (waiting.length === 0) served.clear();
  }

  function earlier(best: Waiting | null, one: Waiting): Waiting {
    if (best === null) return one;
    const places = (held.get(one.name) ?? 0) - (held.get(best.name) ?? 0);
    return places < 0 || (places === 0 && (served.get(one.name) ?? 0) < (served.get(best.name) ?? 0)) ? one : best;
  }
}

/** The caller; of IPv6 its whole /48. */
function nameOf({ name, network }: Caller): string {
  return network ?? name;
}
