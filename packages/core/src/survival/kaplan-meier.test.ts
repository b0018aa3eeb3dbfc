import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kaplanMeier, stepAt, type Watched } from './kaplan-meier.ts';
import { confidenceAt, quantile } from './quantiles.ts';

/** `6+` was lost from sight at 6. */
function watched(text: string): Watched[] {
  return text.split(' ').map((word) => ({ time: Number.parseFloat(word), happened: !word.endsWith('+') }));
}

/**
 * Freireich et al. (1963), Blood 21:699-716: weeks of remission of 42 children with leukaemia, the worked example of Gehan (1965), of
 * Cox and Oakes (1984) and of Klein and Moeschberger (1997, table 4.1).
 */
const TREATED = watched('6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+');
const PLACEBO = watched('1 1 2 2 3 4 4 5 5 8 8 8 8 11 11 12 12 15 17 22 23');

/** Collett, Modelling Survival Data in Medical Research, example 1.1 and table 2.2: weeks until a device was given up. */
const DEVICE = watched('10 13+ 18+ 19 23+ 30 36 38+ 54+ 56+ 59 75 93 97 104+ 107 107+ 107+');

/** Of R's `survival` package and Miller (1981), table 4.1: weeks until relapse, maintained. */
const MAINTAINED = watched('9 13 13+ 18 23 28+ 31 34 45+ 48 161+');

describe('published worked examples', () => {
  it('6-MP: estimate, standard error by Greenwood, interval on the scale of log(-log)', () => {
    const table = kaplanMeier(TREATED).steps.map((step) => {
      const bounds = confidenceAt(step);
      return [
        step.time,
        step.atRisk,
        step.events,
        round(step.survival),
        round(Math.sqrt(step.variance)),
        round(bounds?.low),
        round(bounds?.high),
      ];
    });

    expect(table).toEqual([
      [6, 21, 3, 0.857, 0.076, 0.62, 0.952],
      [7, 17, 1, 0.807, 0.087, 0.563, 0.923],
      [10, 15, 1, 0.753, 0.096, 0.503, 0.889],
      [13, 12, 1, 0.69, 0.107, 0.432, 0.849],
      [16, 11, 1, 0.627, 0.114, 0.368, 0.805],
      [22, 7, 1, 0.538, 0.128, 0.268, 0.747],
      [23, 6, 1, 0.448, 0.135, 0.188, 0.68],
    ]);
  });

  it.each([
    ['6-MP', TREATED, [13, 23, null], { time: 23, low: 13, high: null }],
    ['placebo', PLACEBO, [4, 8, 12], { time: 8, low: 4, high: 11 }],
  ] as const)('%s: quartiles, and the interval of the median', (_name, given, quartiles, median) => {
    const curve = kaplanMeier(given);

    expect([0.25, 0.5, 0.75].map((share) => quantile(curve, share).time)).toEqual(quartiles);
    expect(quantile(curve, 0.5)).toEqual(median);
  });

  it('the device of Collett', () => {
    const { steps } = kaplanMeier(DEVICE);

    expect(steps.map(({ time, survival }) => [time, Number(survival.toFixed(4))])).toEqual([
      [10, 0.9444],
      [19, 0.8815],
      [30, 0.8137],
      [36, 0.7459],
      [59, 0.6526],
      [75, 0.5594],
      [93, 0.4662],
      [97, 0.3729],
      [107, 0.2486],
    ]);
    expect(quantile(kaplanMeier(DEVICE), 0.5).time).toBe(93);
  });

  it('maintained leukaemia of Miller', () => {
    const { steps } = kaplanMeier(MAINTAINED);

    expect(steps.map(({ time, survival, variance }) => [time, round(survival), round(Math.sqrt(variance))])).toEqual([
      [9, 0.909, 0.087],
      [13, 0.818, 0.116],
      [18, 0.716, 0.14],
      [23, 0.614, 0.153],
      [31, 0.491, 0.164],
      [34, 0.368, 0.163],
      [48, 0.184, 0.153],
    ]);
  });
});

it('of nothing, and of what never happened, there is no curve and no quantile', () => {
  expect(kaplanMeier([])).toEqual({ watched: 0, events: 0, horizon: 0, steps: [] });
  expect(kaplanMeier(watched('3+ 9+'))).toEqual({ watched: 2, events: 0, horizon: 9, steps: [] });
  expect(quantile(kaplanMeier(watched('3+ 9+')), 0.5)).toEqual({ time: null, low: null, high: null });
});

const anything = fc.array(fc.record({ time: fc.nat(30), happened: fc.boolean() }), { maxLength: 40 });

it('without censoring it is the share that is left, and it never rises', () => {
  fc.assert(
    fc.property(anything, (given) => {
      const all = given.map(({ time }) => ({ time, happened: true }));
      for (const { time, survival } of kaplanMeier(all).steps) {
        expect(survival).toBeCloseTo(all.filter((one) => one.time > time).length / all.length, 10);
      }
      const { steps } = kaplanMeier(given);
      steps.forEach((step, i) => {
        expect(step.survival).toBeLessThan(steps[i - 1]?.survival ?? 1.000_001);
        const bounds = confidenceAt(step);
        if (bounds !== null) {
          expect(bounds.low).toBeLessThanOrEqual(step.survival);
          expect(bounds.high).toBeGreaterThanOrEqual(step.survival);
        }
      });
    }),
  );
});

it('finds the last step up to a time', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50)), fc.nat(50), (times, asked) => {
      const steps = times.toSorted((a, b) => a - b).map((time) => ({ time }));

      expect(stepAt(steps, asked)).toBe(steps.filter(({ time }) => time <= asked).length - 1);
    }),
  );
});

function round(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toFixed(3));
}
