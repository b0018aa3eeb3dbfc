/** Longer than this nobody else waits for a turn. */
const TURN_MS = 4;

/** Whoever waits for a turn. One goes on in each turn of the event loop: requests wait for one piece of work, however many there are. */
const waiting: (() => void)[] = [];

/** Lets others have their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((go) => {
    if (waiting.push(go) === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}

/** For work in steps: called after each, lets others have their turn where it took long, and ends the work where the signal says so. */
export function turns(signal?: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await nextTurn();
    signal?.throwIfAborted();
    began = performance.now();
  };
}

/** Does work that comes in slices to its end, and lets others have their turn in between. */
export async function inSlices<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (const turn = turns(signal); ; await turn()) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
