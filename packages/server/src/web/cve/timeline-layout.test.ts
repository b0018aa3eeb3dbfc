import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignLanes, joinNear, type TimelineMark } from './timeline-layout.ts';

const mark = (x: number, width = 100): TimelineMark => ({ x, width });

describe('labels of a timeline', () => {
  it.each([
    ['far apart', [mark(0), mark(200), mark(400)], [0, 0, 0]],
    ['near each other', [mark(0), mark(20), mark(40)], [2, 1, 0]],
    ['two near and one far', [mark(0), mark(20), mark(300)], [1, 0, 0]],
    ['that only just do not touch', [mark(0, 90), mark(100)], [0, 0]],
    ['alone', [mark(5)], [0]],
    ['for no event', [], []],
  ])('%s', (_, marks, lanes) => {
    expect(assignLanes(marks)).toEqual(lanes);
  });

  it('never cross each other, nor the stem of another', () => {
    const marks = fc
      .array(fc.record({ x: fc.integer({ min: 0, max: 500 }), width: fc.integer({ min: 20, max: 200 }) }), {
        maxLength: 12,
      })
      .map((all) => all.toSorted((a, b) => a.x - b.x));
    fc.assert(
      fc.property(marks, (all) => {
        const lanes = assignLanes(all);

        for (const [i, { x, width }] of all.entries()) {
          for (const [j, other] of all.entries()) {
            // A stem goes from the line up to its lane: it crosses the labels of all lanes below.
            const isUnderTheLabel = j > i && other.x <= x + width;
            if (isUnderTheLabel) expect(lanes[j]).toBeLessThan(lanes[i] ?? 0);
          }
        }
      }),
    );
  });
});

describe('marks that are near', () => {
  const join = (places: readonly number[], limits: { minGap: number; maxGroups: number }) =>
    joinNear(places, (x) => x, limits);

  it.each([
    ['are joined', [0, 5, 100], { minGap: 10, maxGroups: 12 }, [[0, 5], [100]]],
    ['stay apart where there is room', [0, 50, 100], { minGap: 10, maxGroups: 12 }, [[0], [50], [100]]],
    ['are joined until few enough are left', [0, 50, 110], { minGap: 10, maxGroups: 2 }, [[0, 50], [110]]],
    ['may be none', [], { minGap: 10, maxGroups: 2 }, []],
  ])('%s', (_, places, limits, groups) => {
    expect(join(places, limits)).toEqual(groups);
  });
});
