import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitWindow, type Window, windowsBetween } from './read-windows.ts';

const DAY = 86_400_000;
const instant = fc.date({
  min: new Date('1988-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
});

function expectToCover(windows: readonly Window[], from: Date, to: Date): void {
  let next = from.getTime();
  for (const window of windows) {
    expect(window.from.getTime()).toBe(next);
    expect(window.to.getTime()).toBeGreaterThanOrEqual(next);
    expect(window.to.getTime() - next).toBeLessThanOrEqual(120 * DAY);
    next = window.to.getTime() + 1;
  }
  expect(next).toBe(to.getTime() + 1);
}

it('windows cover a span without gap or overlap', () => {
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [from, to] = one < other ? [one, other] : [other, one];
      expectToCover(windowsBetween(from, to), from, to);
    }),
  );
});

it('halves cover their window, down to an hour or two', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 120 * DAY }), (from, length) => {
      const to = new Date(from.getTime() + length);
      const halves = splitWindow({ from, to });
      if (halves === null) expect(length).toBeLessThan(DAY / 12);
      else expectToCover(halves, from, to);
    }),
  );
});
