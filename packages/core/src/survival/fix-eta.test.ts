import { describe, expect, it } from 'vitest';
import { backTest } from './back-test.ts';
import { fixBenchmark, timeToFix } from './benchmarks.ts';
import { type ClosableIssue, type FixCase, fixCase, seenAt } from './fix-case.ts';
import { fixEta, remaining } from './fix-eta.ts';
import { fixCurves } from './fix-strata.ts';
import { kaplanMeier } from './kaplan-meier.ts';
import { keepCurve, readCurve } from './kept-curves.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 15);

describe('what counts as fixed', () => {
  const pull = (
    state: 'open' | 'closed' | 'merged',
    mergedAt: string | null,
    relation: 'closes' | 'linked' = 'closes',
  ) =>
    ({
      relation,
      pull: {
        number: 7,
        state,
        base: 'master',
        createdAt: '2026-01-03T00:00:00.000Z',
        mergedAt,
        cves: [],
        closes: [1],
        backportOf: null,
        reached: [],
      },
    }) as const;
  const merged = pull('merged', '2026-01-05T00:00:00.000Z');
  const closed = (stateReason: string | null): ClosableIssue => ({
    createdAt: '2026-01-01T00:00:00.000Z',
    state: 'closed',
    stateReason,
    closedAt: '2026-01-11T00:00:00.000Z',
  });

  it.each([
    ['completed', closed('completed'), [], true],
    ['closed without a reason', closed(null), [], true],
    ['not planned', closed('not_planned'), [], false],
    ['a duplicate', closed('duplicate'), [], false],
    ['for a reason of the future', closed('abandoned'), [], false],
    ['not planned, after its fix was merged', closed('not_planned'), [merged], true],
    ['a duplicate with a later fix', closed('duplicate'), [pull('merged', '2026-02-01T00:00:00.000Z')], false],
    [
      'not planned, with a pull request that is only linked',
      closed('not_planned'),
      [pull('merged', '2026-01-05T00:00:00.000Z', 'linked')],
      false,
    ],
    ['open, with its fix merged', { ...closed('reopened'), state: 'open', closedAt: null }, [merged], false],
  ] as const)('%s', (_name, issue, pulls, fixed) => {
    expect(fixCase(issue, pulls, 'high').fixed).toBe(fixed);
  });

  it('tells what was known at a moment', () => {
    const one = fixCase(closed('completed'), [merged], 'high');
    const at = (day: string) => seenAt(one, Date.parse(`${day}T00:00:00.000Z`));

    expect(at('2025-12-31')).toBeNull();
    expect(at('2026-01-02')).toEqual({ severity: 'high', time: 1, happened: false, open: true, pullAge: null });
    expect(at('2026-01-04')).toMatchObject({ time: 3, happened: false, open: true, pullAge: 2 });
    expect(at('2026-06-01')).toEqual({ severity: 'high', time: 10, happened: true, open: false, pullAge: 2 });
    expect(fixCase(closed('completed'), [pull('closed', null)], 'high').pullAt).toBeNull();
  });
});

/** The 6-MP example once more: of what is there after 10 weeks, a share of S(10 + u) / S(10) is there u weeks later. */
it('the remaining time is that of what has lasted as long', () => {
  const events = [6, 6, 6, 7, 10, 13, 16, 22, 23].map((time) => ({ time, happened: true }));
  const lost = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map((time) => ({ time, happened: false }));
  const { steps } = kaplanMeier([...events, ...lost]);
  const at10 = steps.findIndex(({ time }) => time === 10);

  // 0.690, 0.627, 0.538 and 0.448 of 0.753 are 0.917, 0.833, 0.714 and 0.595.
  expect([0.95, 0.9, 0.75, 0.6, 0.5].map((share) => remaining(steps, at10, 10, share))).toEqual([3, 6, 12, 13, null]);
});

/** Numbers that look random and are the same each time (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Made {
  readonly case: FixCase;
  /** When it is truly fixed, be it years from now. */
  readonly fixedAt: number;
}

/** Issues over four years: worse ones are fixed sooner, a pull request speeds things up, some are closed otherwise. */
function madeIssues(count: number, seed: number): Made[] {
  const next = numbers(seed);
  const wait = (mean: number) => -Math.log(1 - next()) * mean;
  return Array.from({ length: count }, () => {
    const severity = (['critical', 'high', 'medium', 'low'] as const)[Math.floor(next() * 4)] ?? 'low';
    const slow = { critical: 240, high: 500, medium: 800, low: 1_200 }[severity];
    const openedAt = NOW - next() * 4 * 365 * DAY;
    const [alone, pull] = [wait(slow), wait(slow / 3)];
    const days = alone < pull ? alone : pull + wait(slow / 8);
    const givenUp = wait(3_000);
    const end = openedAt + Math.min(days, givenUp) * DAY;
    return {
      fixedAt: openedAt + days * DAY,
      case: {
        severity,
        openedAt,
        closedAt: end <= NOW ? end : null,
        fixed: end <= NOW && days <= givenUp,
        pullAt: pull < Math.min(days, givenUp) && openedAt + pull * DAY <= NOW ? openedAt + pull * DAY : null,
      },
    };
  });
}

describe('over 3,000 made issues with known truth', () => {
  const made = madeIssues(3_000, 20_261_115);
  const cases = made.map((one) => one.case);

  it('the intervals hold as often as they say', () => {
    const curves = fixCurves(cases, NOW);
    const held = { interval50: 0, interval80: 0 };
    let estimates = 0;
    for (const { case: one, fixedAt } of made) {
      const seen = seenAt(one, NOW);
      if (seen === null || !seen.open) continue;
      const eta = fixEta(curves, { severity: one.severity, hasFixPull: one.pullAt !== null, ageDays: seen.time });
      if (eta === null) continue;
      estimates += 1;
      const days = (fixedAt - NOW) / DAY;
      for (const name of ['interval50', 'interval80'] as const) {
        const { low, high } = eta[name];
        if (days >= (low ?? 0) && days <= (high ?? Number.POSITIVE_INFINITY)) held[name] += 1;
      }
    }

    expect(estimates).toBeGreaterThan(300);
    expect(held.interval80 / estimates).toBeGreaterThanOrEqual(0.75);
    expect(held.interval80 / estimates).toBeLessThanOrEqual(0.85);
    expect(held.interval50 / estimates).toBeGreaterThan(0.42);
    expect(held.interval50 / estimates).toBeLessThan(0.58);
  });

  it('the back-test finds the same, from what was known at each cut alone', () => {
    const { cuts, estimates, interval80, interval50 } = backTest(cases, NOW);

    expect(cuts).toHaveLength(7);
    expect(estimates).toBe(interval80.due + interval80.notDue);
    expect(interval80.due).toBeGreaterThan(500);
    expect(interval80.share).toBeGreaterThanOrEqual(0.75);
    expect(interval80.share).toBeLessThanOrEqual(0.85);
    expect(interval50.share).toBeGreaterThan(0.42);
    expect(interval50.share).toBeLessThan(0.58);
  });

  it('the back-test knows nothing that came later', () => {
    const cut = NOW - 180 * DAY;
    const then = cases.map((one) => ({
      ...one,
      closedAt: one.closedAt === null || one.closedAt > cut ? null : one.closedAt,
      fixed: one.fixed && (one.closedAt ?? cut + 1) <= cut,
      pullAt: one.pullAt === null || one.pullAt > cut ? null : one.pullAt,
    }));

    expect(fixCurves(cases, cut)).toEqual(fixCurves(then, cut));
  });

  it('a pull request shortens, age is counted in, and severities differ', () => {
    const curves = fixCurves(cases, NOW);
    const median = (severity: FixCase['severity'], hasFixPull: boolean, ageDays: number) =>
      fixEta(curves, { severity, hasFixPull, ageDays })?.medianDays ?? Number.NaN;

    expect(median('medium', true, 200)).toBeLessThan(median('medium', false, 200) / 1.5);
    expect(median('critical', false, 10)).toBeLessThan(median('low', false, 10) / 2);
  });

  it('a curve that was kept tells the same to a tenth of a day', () => {
    const curves = fixCurves(cases, NOW);
    const text = JSON.stringify(curves.map(keepCurve));
    const kept = (JSON.parse(text) as ReturnType<typeof keepCurve>[]).map(readCurve);
    const asked = { severity: 'high', hasFixPull: false, ageDays: 42.123 } as const;

    expect(fixEta(kept, asked)?.medianDays).toBeCloseTo(fixEta(curves, asked)?.medianDays ?? 0, 1);
    expect(text.length).toBeLessThan(500_000);
  });

  it('percentiles come near the truth, open issues and all', () => {
    const truth = made.map((one) => (one.fixedAt - one.case.openedAt) / DAY).toSorted((a, b) => a - b);
    const { overall, bySeverity, byQuarter } = timeToFix(cases, NOW);

    for (const [name, share] of [
      ['p50', 0.5],
      ['p75', 0.75],
    ] as const) {
      const { low, high } = overall[name] ?? { low: null, high: null };
      const real = truth[Math.floor(truth.length * share)] ?? 0;
      expect(low).toBeLessThanOrEqual(real);
      expect(high).toBeGreaterThanOrEqual(real);
    }
    expect(overall).toMatchObject({ issues: 3_000, reason: null });
    expect(overall.fixed + overall.open + overall.closedOtherwise).toBe(3_000);
    expect(bySeverity.critical.p50?.days).toBeLessThan(bySeverity.low.p50?.days ?? 0);
    expect(bySeverity.unknown).toMatchObject({ issues: 0, p50: null, reason: 'too_few_fixed' });
    // Of this quarter's the ninetieth in a hundred is not closed yet: nobody knows when.
    expect(byQuarter[0]).toMatchObject({ quarter: '2026-Q4', p90: { days: null } });
  });
});

describe('with few issues', () => {
  const many = madeIssues(400, 7).map((one) => one.case);

  it('nothing is estimated', () => {
    const few = many.slice(0, 15);

    expect(fixCurves(few, NOW)).toEqual([]);
    expect(fixEta([], { severity: 'high', hasFixPull: false, ageDays: 3 })).toBeNull();
    expect(backTest(few, NOW)).toMatchObject({ estimates: 0, interval80: { due: 0, share: null } });
    expect(timeToFix(few.slice(0, 5), NOW).overall).toMatchObject({ p50: null, reason: 'too_few_fixed' });
    expect(fixBenchmark([])).toMatchObject({ issues: 0, p50: null });
  });

  it('a rare severity is estimated from all severities, and says so', () => {
    const curves = fixCurves(many, NOW);
    const ask = (severity: FixCase['severity'], ageDays: number) =>
      fixEta(curves, { severity, hasFixPull: false, ageDays })?.basis;

    expect(ask('high', 0)).toMatchObject({ pooled: 'none', severity: 'high', fixPull: false });
    expect(ask('unknown', 0)).toMatchObject({ pooled: 'severities', severity: null, fixPull: false });
    expect(fixEta(curves, { severity: 'high', hasFixPull: true, ageDays: 0 })?.basis.pooled).toBe('all');
    // Older than anything that was watched long enough.
    expect(ask('high', 1_400)).toBeUndefined();
  });
});
