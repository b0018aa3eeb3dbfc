import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checked, TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { IDS } from '../support/worlds/cve-world.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';
import { EXPECTED, type ExpectedIssue, fillTrackerWorld, givenIssue, ISSUES } from '../support/worlds/tracker-world.ts';

let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp({}, fillTrackerWorld);
  ({ app } = given);
}, 60_000);
afterAll(() => given[Symbol.asyncDispose]());

const list = (query = '') => app.get(`/api/v1/issues${query}`);
const numbers = ({ body }: Checked): number[] => body['data'].issues.map(({ number }: { number: number }) => number);
const newest = (a: ExpectedIssue, b: ExpectedIssue) => compare(b.createdAt, a.createdAt) || b.number - a.number;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

describe('a list of 3,000 issues', () => {
  it('is of the newest hundred unless asked otherwise', async () => {
    const answer = await list();

    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({ total: ISSUES, page: 1, pageSize: 100 });
    expect(numbers(answer)).toEqual(
      EXPECTED.toSorted(newest)
        .slice(0, 100)
        .map(({ number }) => number),
    );
  });

  it('writes an issue as the contract does, with the reasons beside', async () => {
    const { body } = await list(`?cve=${IDS.published}&severity=critical&hasFix=true&sort=oldest&limit=500`);

    const issue = body['data'].issues.find(({ number }: { number: number }) => number === 14);
    expect(issue).toEqual({
      number: 14,
      title: `harbour14: ${IDS.published} in the mooring`,
      url: 'https://github.com/NixOS/nixpkgs/issues/14',
      state: 'open',
      severity: 'critical',
      created_at: EXPECTED[13]?.createdAt,
      updated_at: EXPECTED[13]?.updatedAt,
      labels: [{ name: '1.severity: security', color: 'cc0000' }],
      cves: [IDS.published],
      packages: ['Harbour_14'],
      hasFixAvailable: true,
      assignees: [],
      relatedCves: [],
      severitySource: 'cves',
      fix: {
        version: {
          cve: IDS.published,
          source: 'cve_list_v5',
          record: IDS.published,
          package: 'harbour',
          ecosystem: null,
          // A registry's package of the name is fixed in 1.4.3; nothing says that it is the same software.
          version: '1.4.2',
        },
      },
      channelVerdict: {
        verdict: 'unknown',
        unknownReasons: ['not_judged'],
        affectedBy: [],
        undecided: [IDS.published],
        places: [],
      },
    });
  });

  it.each<[string, (issue: ExpectedIssue) => boolean]>([
    ['severity=critical', ({ severity }) => severity === 'critical'],
    ['severity=unknown', ({ severity }) => severity === 'unknown'],
    ['severity=low,high', ({ severity }) => severity === 'low' || severity === 'high'],
    ['severity=all', () => true],
    ['status=open', ({ state }) => state === 'open'],
    ['status=closed', ({ state }) => state === 'closed'],
    ['status=all', () => true],
    ['assigned=true', ({ assigned }) => assigned],
    ['assigned=false', ({ assigned }) => !assigned],
    ['hasFix=true', ({ hasFix }) => hasFix],
    ['hasFix=false', ({ hasFix }) => !hasFix],
    ['package=harbour_7', (issue) => issue.package === 'Harbour_7'],
    ['package=harbour', () => false],
    [`cve=${IDS.fourDigits.toLowerCase()}`, ({ cve }) => cve === IDS.fourDigits],
    ['cve=CVE-2026-99999', () => false],
    ['q=Harbour12%20MOORING', ({ title }) => title.includes('harbour12')],
    ['q=%20', () => true],
    ['q=nowhere', () => false],
    [
      'severity=critical,unknown&status=open&assigned=true&hasFix=true&q=harbour',
      (issue) =>
        ['critical', 'unknown'].includes(issue.severity) && issue.state === 'open' && issue.assigned && issue.hasFix,
    ],
  ])('is filtered by %s', async (query, holds) => {
    const wanted = EXPECTED.filter(holds).toSorted(newest);

    const answer = await list(`?${query}&limit=500`);

    expect(answer.status).toBe(200);
    expect(answer.body['data'].total).toBe(wanted.length);
    expect(numbers(answer)).toEqual(wanted.slice(0, 500).map(({ number }) => number));
  });

  it.each<[string, (a: ExpectedIssue, b: ExpectedIssue) => number]>([
    ['created_at', newest],
    ['updated_at', (a, b) => compare(b.updatedAt, a.updatedAt) || b.number - a.number],
    ['oldest', (a, b) => newest(b, a)],
    ['severity', (a, b) => rank(a) - rank(b) || newest(a, b)],
    ['risk', byRisk],
  ])('is sorted by %s', async (sort, order) => {
    const pages = [await list(`?sort=${sort}&limit=500`), await list(`?sort=${sort}&limit=500&page=6`)];

    const wanted = EXPECTED.toSorted(order).map(({ number }) => number);
    expect(pages.map(numbers)).toEqual([wanted.slice(0, 500), wanted.slice(2_500)]);
  });

  it('has every issue on one page, whatever the size of the pages', async () => {
    const seen: number[] = [];
    for (let page = 1; page <= 7; page += 1) seen.push(...numbers(await list(`?limit=499&page=${page}`)));

    expect(new Set(seen).size).toBe(ISSUES);
    expect(seen).toHaveLength(ISSUES);
  });

  it.each([
    ['limit=501', 500, 500, 1],
    ['limit=99999999', 500, 500, 1],
    [`limit=1${'0'.repeat(20)}`, 500, 500, 1],
    ['limit=007', 7, 7, 1],
    ['limit=1', 1, 1, 1],
    ['limit=100&page=30', 100, 100, 30],
    ['limit=100&page=31', 0, 100, 31],
    ['limit=500&page=1000000', 0, 500, 1_000_000],
  ])('of %s holds %i of %i on page %i', async (query, length, pageSize, page) => {
    const answer = await list(`?${query}`);

    expect(answer.body['data']).toMatchObject({ total: ISSUES, page, pageSize });
    expect(numbers(answer)).toHaveLength(length);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=-5', 'limit'],
    ['limit=many', 'limit'],
    ['limit=', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=1e20', 'limit'],
    ['limit=%205', 'limit'],
    ['limit=%2B5', 'limit'],
    ['limit=5.0', 'limit'],
    ['limit=%D9%A5', 'limit'],
    ['page=1e2', 'page'],
    ['page=1000001', 'page'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['severity=urgent', 'severity'],
    ['severity=high,', 'severity'],
    ['severity=High', 'severity'],
    ['severity=', 'severity'],
    ['status=done', 'status'],
    ['sort=number', 'sort'],
    ['assigned=yes', 'assigned'],
    ['hasFix=1', 'hasFix'],
    ['package=', 'package'],
    ['status=open&status=closed', 'status'],
  ])('refuses %s and says what to write', async (query, name) => {
    const { status, body } = await list(`?${query}`);

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(body['error']).toContain(`'${name}'`);
  });

  it('refuses what is no CVE id in the words of the contract', async () => {
    const { status, body } = await list('?cve=harbour');

    expect([status, body['code']]).toEqual([400, 'CVE_INVALID_ID']);
  });
});

describe('while issues change', () => {
  it('a list and its count are of one moment, and so are all counts', async () => {
    let going = true;
    async function change(): Promise<void> {
      for (let round = 0; going; round += 1) {
        const some = EXPECTED.filter(({ number }) => number % 50 === 7).slice(0, 10 + (round % 40));
        const state = round % 2 === 0 ? 'closed' : 'open';
        await putTracker(given.db, {
          issues: some.map((issue) => Object.assign(givenIssue(issue), { state, tracked: round % 3 > 0 })),
        });
      }
    }
    const changing = change();

    const seen = new Set<number>();
    for (let i = 0; i < 8; i += 1) {
      app.clock.now += 301_000;
      const [open, stats, tracker] = await Promise.all([
        list('?status=open&package=harbour_7&limit=500'),
        app.get('/api/v1/stats'),
        app.get('/api/v1/tracker/stats'),
      ]);
      const { issues, total } = open.body['data'];
      expect(issues).toHaveLength(total);
      expect(issues.every(({ state }: { state: string }) => state === 'open')).toBe(true);
      expect(sum(stats.body['data'].bySeverity)).toBe(stats.body['data'].total);
      expect(sum(tracker.body['data'].byState)).toBe(tracker.body['data'].total);
      expect(sum(tracker.body['data'].byAgeBand)).toBe(tracker.body['data'].byState.open);
      seen.add(total);
    }
    going = false;
    await changing;

    expect(seen.size).toBeGreaterThan(1);
  });
});

/** Of the CVEs one has a score of EPSS, another a severity alone; of the others nothing is known. */
function byRisk(a: ExpectedIssue, b: ExpectedIssue): number {
  const known = [IDS.published, IDS.fourDigits].map(String);
  const place = ({ cve }: ExpectedIssue) => (known.includes(cve) ? known.indexOf(cve) : known.length);
  return (
    compare(b.state, a.state) ||
    place(a) - place(b) ||
    (place(a) < known.length ? 0 : compare(a.cve, b.cve)) ||
    b.number - a.number
  );
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);
const rank = ({ severity }: ExpectedIssue) => ['critical', 'high', 'medium', 'low', 'unknown'].indexOf(severity);
