import { type FixEta, SOURCE_IDS } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixEtas } from '../../src/http/routes/analytics/fix-etas.ts';
import { timeToFix } from '../../src/http/routes/analytics/time-to-fix.ts';
import { computeAggregates } from '../../src/ingest/compute-aggregates.ts';
import type { Db } from '../../src/store/database.ts';
import type { TestApp } from '../support/app.ts';
import { countChange } from '../support/worlds/aggregate-world.ts';
import { NOW, openPackageApp, type PackageApp } from '../support/worlds/package-world.ts';
import { type GivenIssue, type GivenPull, putTracker } from '../support/worlds/tracker-rows.ts';

const DAY = 86_400_000;
const READ = new Date(NOW.getTime() - 600_000);
const ago = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString();
const cveOf = (number: number) => `CVE-2026-${10_000 + number}`;

/** Closed so many days after it was opened. */
function closed(number: number, severity: string, opened: number, days: number, more: object = {}): GivenIssue {
  const times = { createdAt: ago(opened), closedAt: ago(opened - days) };
  return { number, severity, state: 'closed', cves: [cveOf(number)], ...times, ...more };
}

/** Twenty that took 1 to 20 days, opened in the third quarter of 2025; of critical ones, none is open. */
const CRITICAL = Array.from({ length: 20 }, (_, i) => closed(100 + i, 'critical', 430 - i, i + 1));
/** High ones: thirty that took 10, 20 … 300 days, and ten that have been open for 400 days. */
const HIGH = Array.from({ length: 30 }, (_, i) => closed(200 + i, 'high', 700, (i + 1) * 10));
const OLD = Array.from({ length: 10 }, (_, i): GivenIssue => {
  return { number: 300 + i, severity: 'high', cves: [cveOf(300 + i)], createdAt: ago(400) };
});
const OTHERWISE = [
  closed(401, 'low', 500, 5, { stateReason: 'not_planned' }),
  closed(402, 'low', 500, 5, { stateReason: 'duplicate' }),
  closed(403, 'low', 500, 5, { stateReason: null }),
];
const OPEN: GivenIssue[] = [
  {
    number: 501,
    severity: 'high',
    cves: [cveOf(501)],
    createdAt: ago(30),
    packages: ['harbour'],
    assignees: ['keeper'],
  },
  { number: 502, severity: 'high', cves: [cveOf(502)], createdAt: ago(2) },
  { number: 503, cves: [cveOf(503)], createdAt: ago(3), title: 'lamp: CVE-2026-10503' },
  { number: 504, severity: 'high', cves: [cveOf(504)], createdAt: ago(900) },
];
const PULLS: GivenPull[] = [{ number: 9_001, state: 'open', closes: [502], createdAt: ago(1) }];

let given: PackageApp;
let app: TestApp;
let db: Db;
beforeAll(async () => {
  given = await openPackageApp([timeToFix, fixEtas], async () => {});
  ({ app, db } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

async function compute(): Promise<string[]> {
  await countChange(db, SOURCE_IDS);
  const computed = await computeAggregates({ db, now: () => NOW }, AbortSignal.timeout(60_000));
  return computed.map(({ name }) => name);
}

it.each(['/analytics/time-to-fix', '/fix-etas'])('%s says so before anything was computed', async (path) => {
  expect(await compute()).not.toContain('fix-etas');
  const { status, body } = await app.get(`/api/v1${path}`);

  expect([status, body['code']]).toEqual([503, 'NOT_COMPUTED_YET']);
});

describe('once the tracker was read', () => {
  beforeAll(async () => {
    const issues = [...CRITICAL, ...HIGH, ...OLD, ...OTHERWISE, ...OPEN];
    await putTracker(db, { issues, pulls: PULLS }, READ);
    expect(await compute()).toEqual(expect.arrayContaining(['time-to-fix', 'fix-etas']));
  });

  it('percentiles say of how many, how surely, and count open issues as not yet fixed', async () => {
    const { body } = await app.get('/api/v1/analytics/time-to-fix');
    const { overall, bySeverity, byQuarter, observedUntil, leastFixed } = body['data'];

    expect(bySeverity.critical).toMatchObject({ issues: 20, fixed: 20, open: 0, p50: { days: 10 }, p90: { days: 18 } });
    expect(bySeverity.critical.p50.low).toBeLessThan(10);
    expect(bySeverity.critical.p50.high).toBeGreaterThan(10);
    // 43 issues, of which 30 are fixed: to drop the 13 open ones would make the median 150 days.
    expect(bySeverity.high).toMatchObject({ issues: 43, fixed: 30, open: 13 });
    expect(bySeverity.high.p50.days).toBeGreaterThan(180);
    expect(bySeverity.high.p90).toMatchObject({ days: null });
    expect(bySeverity.low).toMatchObject({
      issues: 3,
      fixed: 1,
      closedOtherwise: 2,
      p50: null,
      reason: 'too_few_fixed',
    });
    expect(overall).toMatchObject({ issues: 67, fixed: 51, open: 14, closedOtherwise: 2 });
    expect(byQuarter.map(({ quarter, issues }: { quarter: string; issues: number }) => [quarter, issues])).toEqual([
      ['2026-Q4', 3],
      ['2025-Q4', 10],
      ['2025-Q3', 23],
      ['2024-Q4', 30],
      ['2024-Q2', 1],
    ]);
    expect([observedUntil, leastFixed]).toEqual([READ.toISOString(), 10]);
    expect(body['coverage'][0]).toMatchObject({ source: 'nixpkgs' });
    expect(body['asOf']).not.toBeUndefined();
  });

  it('estimates say from which issues, given the age, and what too few issues cannot tell', async () => {
    const { body } = await app.get('/api/v1/fix-etas?limit=200');
    const { etas, total, backTest } = body['data'] as { etas: FixEta[]; total: number; backTest: object };
    const of = (number: number) => etas.find((eta) => eta.number === number);

    expect([total, etas.length]).toEqual([14, 14]);
    expect(of(501)).toMatchObject({
      ageDays: 30,
      fixPullRequest: false,
      basis: { severity: 'high', fixPullRequest: false, fromDays: 30, pooled: 'none', issues: 38, fixed: 27 },
      reason: null,
    });
    // Of the 38 that were open for longer than 30 days, the nineteenth was fixed after 220 days.
    expect(of(501)?.estimate?.medianDays).toBeCloseTo(190, 0);
    expect(of(501)?.estimate?.interval80).toEqual({ low: 40, high: null });
    // The only one with a pull request: what it is compared with are all issues.
    expect(of(502)).toMatchObject({
      fixPullRequest: true,
      basis: { severity: null, fixPullRequest: null, pooled: 'all' },
    });
    expect(of(503)).toMatchObject({ severity: 'unknown', basis: { severity: null, pooled: 'severities' } });
    expect(of(504)).toMatchObject({ estimate: null, basis: null, reason: 'too_few_issues' });
    const medians = etas.map(({ estimate }) => estimate?.medianDays ?? Number.POSITIVE_INFINITY);
    expect(medians).toEqual(medians.toSorted((a, b) => a - b));
    expect(etas.at(-1)?.estimate).toBeNull();
    expect(backTest).toMatchObject({ cuts: expect.any(Array), interval80: { due: expect.any(Number) } });
  });

  it.each([
    ['severity=unknown', [503]],
    ['package=HARBOUR', [501]],
    ['assigned=true', [501]],
    ['q=lamp', [503]],
    [`cve=${cveOf(502)}`, [502]],
  ])('%s', async (query, numbers) => {
    const { body } = await app.get(`/api/v1/fix-etas?limit=3&${query}`);

    expect(body['data'].etas.map(({ number }: FixEta) => number)).toEqual(numbers);
  });

  it('goes page by page', async () => {
    const { body } = await app.get('/api/v1/fix-etas?limit=4&page=4');

    expect(body['data']).toMatchObject({ total: 14, page: 4, pageSize: 4, etas: [{}, { estimate: null }] });
  });

  it.each(['severity=grave', 'page=0'])('refuses %s', async (query) => {
    expect((await app.get(`/api/v1/fix-etas?${query}`)).status).toBe(400);
  });

  it('an issue that was closed since is not estimated, though the curves are older', async () => {
    const times = { createdAt: ago(3), closedAt: ago(0) };
    await putTracker(db, { issues: [{ number: 503, state: 'closed', cves: [cveOf(503)], ...times }] }, READ);
    app.clock.now += 3_600_000;
    const { body } = await app.get('/api/v1/fix-etas?severity=unknown');

    expect(body['data'].total).toBe(0);
  });
});
