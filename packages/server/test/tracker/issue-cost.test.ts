import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCveApp } from '../support/cve-app.ts';
import { byId, osvSays, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';

/** So many as the collection's tracker has. */
const ISSUES = 3_000;
const CVES = 300;
const cveOf = (number: number) => `CVE-2026-${40_000 + (number % CVES)}`;

/** Each is about a package of its own, and every CVE has a record that names a fixed version. */
let given: Awaited<ReturnType<typeof open>>;
const open = () =>
  openCveApp({}, async (db) => {
    const records = Array.from({ length: CVES }, (_, i) =>
      osvSays(
        `GHSA-2222-3333-${String(i).padStart(4, '2')}`,
        [{ ecosystem: 'npm', name: `pier${i}`, fixed: '2.0.0' }],
        {
          aliases: [cveOf(i)],
        },
      ),
    );
    await projectionStore(db).put('osv', byId(...records), SEEN);
    await putTracker(db, {
      issues: Array.from({ length: ISSUES }, (_, i) => ({
        number: i + 1,
        cves: [cveOf(i)],
        packages: [`pier${i}`],
      })),
    });
    for (const source of ['nixpkgs', 'osv', 'epss', 'kev'] as const) await wasRead(db, source);
  });
beforeAll(async () => {
  given = await open();
}, 60_000);
afterAll(() => given[Symbol.asyncDispose]());

/** What it takes to answer with nothing kept. */
async function statementsOf(path: string): Promise<number> {
  given.app.clock.now += 3_600_000;
  const before = given.app.sent.length;
  const { status } = await given.app.get(path);
  expect(status).toBe(200);
  const statements = given.app.sent.length - before;
  console.log(`${path}: ${statements} statements`);
  return statements;
}

describe('with 3,000 issues', () => {
  it.each([
    ['the list', '/api/v1/issues?limit=50'],
    ['the list by risk', '/api/v1/issues?limit=50&sort=risk'],
    ['the page', '/issues'],
    ['the first page of the site', '/'],
    ['a list of packages', '/my?packages=pier1'],
  ])('%s takes few statements: issues that it does not show are not judged', async (_, path) => {
    expect(await statementsOf(path)).toBeLessThanOrEqual(30);
  });

  it('a filter by fix judges those that are left alone', async () => {
    expect(await statementsOf('/api/v1/issues?package=pier7&hasFix=true')).toBeLessThanOrEqual(20);
  });

  it('counts judge every issue, once for all who ask at the same time', async () => {
    const one = await statementsOf('/api/v1/stats');
    given.app.clock.now += 3_600_000;
    const before = given.app.sent.length;

    const [stats, tracker] = await Promise.all([
      given.app.get('/api/v1/stats'),
      given.app.get('/api/v1/tracker/stats'),
    ]);

    expect(stats.body['data'].withFix).toBe(tracker.body['data'].withFix);
    expect(given.app.sent.length - before).toBeLessThanOrEqual(one + 20);
  });
});
