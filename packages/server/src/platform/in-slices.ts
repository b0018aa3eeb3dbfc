/** The longest that other work has to wait. */
const TURN_MS = 4;

/**
 * Resumes one waiter per turn of the event loop, so that requests wait for one piece of work, however many there are.
 */
const waiting: (() => void)[] = [];

export function nextTurn(): Promise<void> {
  return new Promise((go) => {
    if (waiting.push(go) === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}

/**
 * Returns a function to call after each step: it yields to other work if the step took long, and throws if the signal
 * is aborted.
 */
export function turns(signal?: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await nextTurn();
    signal?.throwIfAborted();
    began = performance.now();
  };
}

/** Runs a generator to its end and yields to other work in between. */
export async function inSlices<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (const turn = turns(signal); ; await turn()) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
