import { openTerminal, type Screen } from './terminal.ts';

/** What a terminal was sent, and after how many milliseconds. */
export interface Chunk {
  readonly at: number;
  readonly text: string;
}

/** What is seen, and for how long. */
export interface Frame {
  readonly milliseconds: number;
  readonly screen: Screen;
}

/** What is about to be wiped, such as a progress bar, is shown this long at least. */
const SHORTEST_PASSING = 450;
const SHORTEST = 30;
/** Nobody wants to watch a program start. */
const LONGEST = 900;
const LAST = 8_000;

/** A screen for everything that was seen. Times are those of the run, within bounds in which eyes can follow. */
export function framesOf(chunks: readonly Chunk[], columns: number): Frame[] {
  const terminal = openTerminal(columns);
  const seen: { at: number; passing: boolean; screen: Screen }[] = [];
  for (const { at, text } of chunks) {
    // A line that is written over in the same breath was still seen.
    for (const piece of text.split(/(?=\r(?!\n))/)) {
      const before = seen.at(-1);
      if (before !== undefined && WIPES.test(piece)) before.passing = true;
      terminal.write(piece);
      seen.push({ at, passing: false, screen: terminal.screen() });
    }
  }
  return seen.map(({ at, passing, screen }, i) => {
    const next = seen[i + 1];
    const shortest = passing ? SHORTEST_PASSING : SHORTEST;
    return { screen, milliseconds: next === undefined ? LAST : Math.min(LONGEST, Math.max(shortest, next.at - at)) };
  });
}

// oxlint-disable-next-line no-control-regex
const WIPES = /^\r\x1b\[2K/;
