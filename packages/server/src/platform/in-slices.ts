/** Longer than this nobody else waits for a turn. */
const TURN_MS = 4;

/** How many go on in one turn of the event loop; more wait for the next, so that a turn stays short however many compute. */
const TOGETHER = 4;

/** Those who wait to go on, in their order. The event loop is one for the process, and so is this. */
const waiting: (() => void)[] = [];

/** Lets others have their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  for (const resolve of waiting.splice(0, TOGETHER)) resolve();
  if (waiting.length > 0) setImmediate(goOn);
}

/** For work in whole steps: called after each, lets others have their turn where it took long. */
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
  for (let began = performance.now(); ; ) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < TURN_MS) continue;
    await nextTurn();
    signal?.throwIfAborted();
    began = performance.now();
  }
}
