import { describe, expect, it } from 'vitest';
import { openTurns, type Work } from './turns.ts';

/** A loop that is turned by hand. */
function openLoop() {
  const due: (() => void)[] = [];
  return {
    turns: openTurns((run) => void due.push(run)),
    /** One turn of the loop: what was due at its beginning, and what follows from it. */
    async turn() {
      for (const run of due.splice(0)) run();
      await Promise.resolve();
    },
  };
}

describe('turns of an event loop', () => {
  it('are given to one work each, however many wait', async () => {
    const { turns, turn } = openLoop();
    const had: string[] = [];
    for (const name of ['a', 'b', 'c']) void turns.next(turns.begin()).then(() => had.push(name));

    const seen: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      await turn();
      seen.push(had.length);
    }

    expect(seen).toEqual([1, 2, 3, 3]);
  });

  it.each<[string, readonly number[], readonly number[]]>([
    ['short works, the shortest first', [30, 10, 20], [1, 2, 0]],
    ['short works before long ones', [2_000, 90, 40], [2, 0, 1]],
    ['long works in the order in which they began', [300, 100, 200], [0, 1, 2]],
  ])('go to %s', async (_, used, order) => {
    const { turns, turn } = openLoop();
    const works = used.map((each): Work => Object.assign(turns.begin(), { used: each }));
    const had: number[] = [];
    works.forEach((work, i) => void turns.next(work).then(() => had.push(i)));

    for (let i = 0; i < works.length; i += 1) await turn();

    expect(had).toEqual(order);
  });
});
