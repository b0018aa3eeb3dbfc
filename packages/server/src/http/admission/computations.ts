import { type Deps, depsWithin } from '../../app/deps.ts';
import type { MeteredReader } from '../../platform/connect-within.ts';
import { endWith } from '../../platform/time-left.ts';
import type { Caller } from '../rate-limit/caller.ts';
import type { HttpSettings } from '../settings.ts';
import type { CallerBudgets } from './caller-budgets.ts';
import { withDeadline, withoutDeadline } from './deadline.ts';
import { type FairQueueOptions, fairQueue } from './fair-queue.ts';
import { type HeavyPlaces, heavyPlaces, type Reading } from './heavy-places.ts';
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
  readonly large: Pick<HeavyPlaces, 'taken' | 'waiting'>;
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
}

/** Of the places of a caller without a key, those that remain while the process is busy: a few callers do not keep out all others. */
const BUSY_SHARE = 1 / 2;

/** Of the connections to a database, those that only answers to callers with a key take. */
const KEYED_CONNECTIONS = 1 / 8;

export function openComputations({ deps, settings, gate, callers }: ComputationsOptions): Computations {
  const heavy = heavyPlaces();
  const connections = fairQueue(connectionsOf(deps));
  return {
    large: heavy,
    async run(caller, work, { gone, ownTimeout }) {
      callers.spend('entries', caller, 0);
      const claim = claimOf(caller);
      const leave = callers.enter('computing', caller, gate.busy && !caller.authenticated ? BUSY_SHARE : 1);
      let started = false;
      try {
        return await gate.admit((slot) => {
          started = true;
          const reading = heavy.open(caller);
          const evaluated = (entries: number) => callers.settle('entries', caller, entries);
          const grant = (signal: AbortSignal, mayGoOn: () => void): Grant => {
            const reader: MeteredReader = {
              signal,
              mayGoOn,
              turn: () => connections.take(caller) ?? connections.wait(caller, signal),
              hasRead: (rows) => reading.hasRead(rows),
              expects(bytes) {
                reading.expects(bytes);
                mayGoOn();
              },
            };
            return { deps: { ...depsWithin(deps, reader), evaluated }, signal, slot, busy: gate.busy };
          };
          const compute = (signal: AbortSignal) =>
            computeInPlace(work, grant, reading, signal).finally(() => {
              reading.end();
              leave();
            });
          return ownTimeout ? withoutDeadline(() => compute(gone)) : withDeadline(settings.deadlineMs, compute, gone);
        }, claim);
      } finally {
        if (!started) leave();
      }
    },
  };

  function claimOf(caller: Caller): Claim {
    if (caller.authenticated) return 'keyed';
    return callers.holds('computing', caller) ? 'further' : 'first';
  }
}

/**
 * Makes an answer. One that turns out to be heavy is broken off, so that it holds nothing while it waits for a place, and made again from
 * the beginning in the thread for large answers.
 */
async function computeInPlace<T>(
  { compute, computeInThread }: Work<T>,
  grant: (signal: AbortSignal, mayGoOn: () => void) => Grant,
  reading: Reading,
  signal: AbortSignal,
): Promise<T> {
  const broken = new AbortController();
  const within = endWith(AbortSignal.any([signal, broken.signal]), signal);
  const own = grant(within, () => {
    if (!reading.mayGoOn()) broken.abort(new Error('an answer is large'));
  });
  try {
    const answer = await compute(own);
    if (!broken.signal.aborted) return answer;
  } catch (error) {
    if (signal.aborted || !broken.signal.aborted) throw error;
  }
  const granted = grant(signal, () => {});
  if (computeInThread === null) {
    await own.slot.whileFree(() => reading.wait(signal));
    return compute(granted);
  }
  return own.slot.whileFree(async () => {
    await reading.wait(signal);
    return computeInThread(granted);
  });
}

/** The pool's own queue goes by who came first, so that whoever sends most would have nearly all connections. */
function connectionsOf({ databases }: Deps): FairQueueOptions {
  const places = databases.pool.options.max;
  return { places, keyed: Math.floor(places * KEYED_CONNECTIONS) };
}
