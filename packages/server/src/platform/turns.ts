/** Work that computes for a while: an answer, or something that is made for all. */
export interface Work {
  /** Milliseconds that it has computed. */
  used: number;
  /** Its place in the order in which works began. */
  readonly number: number;
}

/**
 * Who computes next. An event loop has one thread: of all works, one has a turn, then whatever else has arrived, then the next. Requests
 * wait for one turn, however many works there are.
 */
export interface Turns {
  begin(): Work;
  /** Settles when it is the work's turn. */
  next(work: Work): Promise<void>;
}

/** Milliseconds up to which a work is short: nearly all answers are. */
const SHORT = 50;

/** `soon` runs a function once, after what has arrived. */
export function openTurns(soon: (run: () => void) => void): Turns {
  const waiting: { readonly work: Work; readonly go: () => void }[] = [];
  let begun = 0;

  function give(): void {
    const [first] = waiting.toSorted((a, b) => compareWorks(a.work, b.work));
    if (first === undefined) return;
    waiting.splice(waiting.indexOf(first), 1);
    if (waiting.length > 0) soon(give);
    first.go();
  }

  return {
    begin: () => ({ used: 0, number: (begun += 1) }),
    next: (work) =>
      new Promise((go) => {
        if (waiting.push({ work, go }) === 1) soon(give);
      }),
  };
}

/** Short works first, each in turn. Long ones one after the other: all at the same time would end late, and hold more meanwhile. */
function compareWorks(a: Work, b: Work): number {
  const [isLong, isOtherLong] = [a.used > SHORT, b.used > SHORT];
  return Number(isLong) - Number(isOtherLong) || (isLong ? a.number - b.number : a.used - b.used);
}
