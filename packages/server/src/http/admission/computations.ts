import { type Deps, depsWithin } from '../../app/deps.ts';
import { type MeteredReader, readUnmetered } from '../../platform/connect-within.ts';
import { endWith } from '../../platform/time-left.ts';
import type { Caller } from '../rate-limit/caller.ts';
import type { HttpSettings } from '../settings.ts';
import type { CallerBudgets } from './caller-budgets.ts';
import { withDeadline, withoutDeadline } from './deadline.ts';
import { type FairQueue, type FairQueueOptions, fairQueue } from './fair-queue.ts';
import type { Memory } from './memory.ts';
import type { Admission, Claim, Slot } from './shedding.ts';

/** What an admitted computation works with. */
export interface Grant {
  /** Statements of its databases end with the signal. */
  readonly deps: Deps;
  readonly signal: AbortSignal;
  readonly slot: Slot;
  /** More than half of the process's slots are in use. */
  readonly busy: boolean;
}

/** What makes an answer. */
export interface Work<T> {
  readonly compute: (grant: Grant) => Promise<T>;
  /** Makes it in the thread for large answers; null: it cannot be made there. */
  readonly computeInThread: ((grant: Grant) => Promise<T>) | null;
}

/** Runs computations within the budgets of their caller and of the process. Both get their place back when the work has really ended. */
export interface Computations {
  /** Large answers that are made or wait for a place. */
  readonly large: Pick<FairQueue, 'taken' | 'waiting'>;
  run<T>(
    caller: Caller,
    work: Work<T>,
    limits: { readonly gone: AbortSignal; readonly ownTimeout: boolean },
  ): Promise<T>;
}

export interface ComputationsOptions {
  readonly deps: Deps;
  readonly settings: Pick<HttpSettings, 'deadlineMs'>;
  readonly gate: Admission;
  readonly callers: CallerBudgets;
  readonly memory: Memory;
}

/** Of the places of a caller without a key, those that remain while the process is busy: a few callers do not keep out all others. */
const BUSY_SHARE = 1 / 2;

/** Of the connections to a database, those that only answers to callers with a key take. */
const KEYED_CONNECTIONS = 1 / 8;

/**
 * Rows and bytes that nearly all answers need at most. An answer that needs more is large. A pack is judged without a pause, and 16 kB
 * may hold 200 vulnerabilities, which take some 40 ms; between packs others have their turn.
 */
export const LARGE_ROWS = 5_000;
const LARGE_PACK = 16 << 10;
const LARGE_BYTES = 256 << 10;

/** Bytes that a row, and a byte of a pack, take once they are read. */
const ROW_BYTES = 1_000;
const READ_PACK = 4;

/** Two large answers are made at a time: each holds all that it judges. One place is for callers with a key. */
const LARGE_PLACES: FairQueueOptions = { places: 2, keyed: 1 };

export function openComputations({ deps, settings, gate, callers, memory }: ComputationsOptions): Computations {
  const large = fairQueue(LARGE_PLACES);
  const connections = fairQueue(connectionsOf(deps));
  return {
    large,
    async run(caller, work, { gone, ownTimeout }) {
      const claim = claimOf(caller);
      const leave = callers.enter('computing', caller, gate.busy && !caller.authenticated ? BUSY_SHARE : 1);
      let started = false;
      try {
        return await gate.admit((slot) => {
          started = true;
          const compute = (signal: AbortSignal) => computeBySize(work, caller, slot, signal).finally(leave);
          return ownTimeout ? withoutDeadline(() => compute(gone)) : withDeadline(settings.deadlineMs, compute, gone);
        }, claim);
      } finally {
        if (!started) leave();
      }
    },
  };

  /**
   * Makes an answer. One that turns out to be large is ended, so that it holds nothing while it waits for a place, and made again from
   * the beginning in the thread for large answers. A caller that has used up its entries gets small answers alone.
   */
  async function computeBySize<T>(
    { compute, computeInThread }: Work<T>,
    caller: Caller,
    slot: Slot,
    signal: AbortSignal,
  ): Promise<T> {
    const usedUp = callers.refusal('entries', caller);
    const ended = new AbortController();
    const endIf = (isLarge: boolean) => {
      if (isLarge) ended.abort(usedUp ?? new Error('the answer is large'));
    };
    const account = memory.open(caller.authenticated);
    let [rows, entries] = [0, 0];
    const metered = grant(caller, slot, {
      signal: endWith(AbortSignal.any([signal, ended.signal]), signal),
      hasRead(more) {
        rows += more;
        account.take(more * ROW_BYTES);
      },
      mayGoOn: () => endIf(rows > LARGE_ROWS),
      expects({ bytes, largest }) {
        endIf(bytes > LARGE_BYTES || largest > LARGE_PACK);
        if (!ended.signal.aborted) account.take(bytes * READ_PACK);
      },
    });
    const evaluated = (more: number) => {
      entries += more;
      metered.deps.evaluated?.(more);
      if (usedUp !== null && entries > LARGE_ROWS) throw usedUp;
    };
    try {
      const answer = await compute({ ...metered, deps: { ...metered.deps, evaluated } });
      if (!ended.signal.aborted) return answer;
    } catch (error) {
      if (signal.aborted || !ended.signal.aborted) throw error;
    } finally {
      account.close();
    }
    if (usedUp !== null) throw usedUp;
    const unmetered = grant(caller, slot, readUnmetered(signal));
    const take = () => large.wait(caller, signal);
    if (computeInThread !== null) {
      return slot.whileFree(async () => leaveAfter(await take(), () => computeInThread(unmetered)));
    }
    return leaveAfter(await slot.whileFree(take), () => compute(unmetered));
  }

  function grant(caller: Caller, slot: Slot, reader: Omit<MeteredReader, 'turn'>): Grant {
    const { signal } = reader;
    const turn = () => connections.take(caller) ?? connections.wait(caller, signal);
    const evaluated = (entries: number) => callers.settle('entries', caller, entries);
    return { deps: { ...depsWithin(deps, { ...reader, turn }), evaluated }, signal, slot, busy: gate.busy };
  }

  function claimOf(caller: Caller): Claim {
    if (caller.authenticated) return 'keyed';
    return callers.holds('computing', caller) ? 'further' : 'first';
  }
}

async function leaveAfter<T>(leave: () => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    leave();
  }
}

/** The pool's own queue goes by who came first, so that whoever sends most would have nearly all connections. */
function connectionsOf({ databases }: Deps): FairQueueOptions {
  const places = databases.pool.options.max;
  return { places, keyed: Math.floor(places * KEYED_CONNECTIONS) };
}
