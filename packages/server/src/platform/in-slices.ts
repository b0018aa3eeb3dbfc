import { openTurns, type Work } from './turns.ts';

/** Longer than this nobody else waits for a turn. */
const TURN_MS = 4;

/** One line for the process, as it has one thread. */
const line = openTurns(setImmediate);

/** What was done under one signal is the work of one request. */
const works = new WeakMap<AbortSignal, Work>();

/** Does work that comes in slices to its end, and lets others have their turn in between. */
export async function inSlices<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (const turn = openTurn(signal); ; ) {
    const step = work.next();
    if (step.done === true) {
      turn.end();
      return step.value;
    }
    if (turn.isOver()) await turn.next();
  }
}

function openTurn(signal: AbortSignal | undefined) {
  const work = workOf(signal);
  let began = performance.now();
  const end = () => {
    work.used += performance.now() - began;
  };
  return {
    isOver: () => performance.now() - began >= TURN_MS,
    end,
    async next() {
      end();
      await line.next(work);
      signal?.throwIfAborted();
      began = performance.now();
    },
  };
}

function workOf(signal: AbortSignal | undefined): Work {
  const known = signal === undefined ? undefined : works.get(signal);
  if (known !== undefined) return known;
  const work = line.begin();
  if (signal !== undefined) works.set(signal, work);
  return work;
}
