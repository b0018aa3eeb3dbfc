import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { computeAggregates } from '../../src/ingest/compute-aggregates.ts';
import { gradeCves } from '../../src/ingest/grade-cves.ts';
import { gradingProgress } from '../../src/store/cve-quality.ts';
import type { Db } from '../../src/store/database.ts';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { openTestDatabases } from '../support/database.ts';
import {
  change,
  countChange,
  cveRecord,
  FIRST,
  fillAggregateWorld,
  osvRecord,
  SECOND,
} from '../support/worlds/aggregate-world.ts';

const PATHS = ['/severity-breakdown', '/ecosystem-stats', '/fix-rate', '/data-quality/stats'];
/** Of what this world has read: neither a tracker nor a collection. */
const COUNTED = ['ecosystem-stats', 'severity-breakdown', 'fix-rate', 'graph-stats', 'data-quality'];
const none = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };

const SLOW = { timeout: 40_000, interval: 200 };

let given: CveApp;
let app: TestApp;
let db: Db;
/** The worker's; each computation takes a second of it. */
let time = FIRST.getTime();

beforeAll(async () => {
  given = await openCveApp({}, async () => {});
  ({ app, db } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

/** Until everything is counted: while a transaction of another test is under way, what came after it is not seen in order. */
async function compute(): Promise<string[]> {
  time += 1_000;
  const names = new Set<string>();
  await vi.waitFor(async () => {
    const computed = await computeAggregates({ db, now: () => new Date(time) }, AbortSignal.timeout(60_000));
    for (const { name } of computed) names.add(name);
    if (computed.some(({ behind }) => behind)) throw new Error('still behind');
  }, SLOW);
  return [...names];
}

/** An hour later each time: what the shell has kept is then too old. */
async function figures(path: string) {
  app.clock.now += 3_600_000;
  const { status, body } = await app.get(`/api/v1${path}`);
  expect(status).toBe(200);
  return body['data'];
}

describe('before anything was counted', () => {
  it.each(PATHS)('%s says so, and shows no zeros', async (path) => {
    const { status, body, headers } = await app.get(`/api/v1${path}`);

    expect([status, body['code'], headers.get('retry-after')]).toEqual([503, 'NOT_COMPUTED_YET', '60']);
  });

  it('counts nothing while no source has been read to its end', async () => {
    expect(await compute()).toEqual([]);
  });
});

describe('the figures', () => {
  beforeAll(async () => {
    await fillAggregateWorld(db);
    expect(await compute()).toEqual(COUNTED);
  });

  it('count each vulnerability once, and none that was rejected or withdrawn', async () => {
    expect(await figures('/severity-breakdown')).toEqual({
      total: 3,
      bySeverity: { ...none, critical: 1, high: 1, medium: 1 },
      byYear: [
        { year: 2025, total: 2, bySeverity: { ...none, high: 1, medium: 1 } },
        { year: 2024, total: 1, bySeverity: { ...none, critical: 1 } },
      ],
      byEcosystem: [
        { ecosystem: 'npm', total: 2, bySeverity: { ...none, critical: 1, medium: 1 } },
        { ecosystem: 'Debian', total: 1, bySeverity: { ...none, critical: 1 } },
        { ecosystem: 'PyPI', total: 1, bySeverity: { ...none, critical: 1 } },
      ],
      malware: 1,
      computedAt: new Date(time).toISOString(),
    });
  });

  it('tell what is held of each ecosystem, a record of two sources once', async () => {
    const { ecosystems, totals, withoutEcosystem } = await figures('/ecosystem-stats');

    const counts = (
      records: number,
      vulnerabilities: number,
      packages: number,
      withdrawn: number,
      malware: number,
    ) => ({
      records,
      vulnerabilities,
      packages,
      withdrawn,
      malware,
    });
    const changed = { lastChanged: FIRST.toISOString(), state: 'stale' };
    expect(ecosystems).toEqual([
      { ecosystem: 'npm', ...counts(4, 2, 4, 0, 1), ...changed },
      { ecosystem: 'PyPI', ...counts(2, 1, 1, 1, 0), ...changed },
      { ecosystem: 'Debian', ...counts(1, 1, 1, 0, 0), ...changed },
    ]);
    expect(totals).toEqual({ ecosystems: 3, ...counts(7, 2, 6, 1, 1) });
    expect(withoutEcosystem).toBe(0);
  });

  it('tell how many have a fix, with what it is divided by', async () => {
    const { overall, bySeverity, byEcosystem, byMonth, tracker, trackerReason } = await figures('/fix-rate');

    expect(overall).toEqual({ total: 3, fixed: 1, rate: 0.3333 });
    expect(bySeverity).toMatchObject({
      critical: { total: 1, fixed: 1, rate: 1 },
      high: { total: 1, fixed: 0, rate: 0 },
      low: { total: 0, fixed: 0, rate: null },
    });
    expect(byEcosystem).toEqual([
      { ecosystem: 'npm', total: 2, fixed: 1, rate: 0.5 },
      { ecosystem: 'Debian', total: 1, fixed: 1, rate: 1 },
      { ecosystem: 'PyPI', total: 1, fixed: 1, rate: 1 },
    ]);
    expect(byMonth).toEqual([
      { month: '2025-03', total: 1, fixed: 0, rate: 0 },
      { month: '2025-02', total: 1, fixed: 0, rate: 0 },
      { month: '2024-01', total: 1, fixed: 1, rate: 1 },
    ]);
    expect([tracker, trackerReason]).toEqual([null, 'No issues are tracked.']);
  });

  it('grade every CVE as its dossier does', async () => {
    const quality = await figures('/data-quality/stats');
    const dossiers = await Promise.all(
      ['CVE-2024-1001', 'CVE-2025-1003'].map(
        async (id) => (await app.get(`/api/v1/cve/${id}/dossier`)).body['quality'],
      ),
    );

    const scores = dossiers.map(({ score }) => score as number);
    expect(quality.total).toBe(2);
    expect(quality.averageScore).toBe((scores[0]! + scores[1]!) / 2);
    for (const { grade } of dossiers) expect(quality.grades[grade]).toBeGreaterThan(0);
    for (const field of ['fixedVersions', 'cwes', 'title', 'cvssVector']) {
      const lacking = dossiers.filter(({ missingFields }) => missingFields.includes(field)).length;
      expect([field, quality.missingFields[field]]).toEqual([field, lacking]);
    }
    expect(quality.conflicts).toMatchObject(
      Object.fromEntries(dossiers.flatMap(({ conflicts }) => conflicts.map(({ code }: { code: string }) => [code, 1]))),
    );
    expect(quality.byYear.map(({ year, total }: Record<string, number>) => [year, total])).toEqual([
      [2025, 1],
      [2024, 1],
    ]);
    expect(quality.byAssigner).toMatchObject([{ assigner: 'tidewater', total: 2 }]);
  });

  it('say how their sources stand and how old the evidence is', async () => {
    const { body, headers } = await app.get('/api/v1/severity-breakdown');

    expect(body['asOf']).toBe(FIRST.toISOString());
    expect(body['coverage'].map(({ source }: { source: string }) => source)).toEqual([
      'cve_list_v5',
      'nvd',
      'osv',
      'advisory',
    ]);
    expect(headers.get('cache-control')).toContain('max-age=900');
  });
});

describe('a change', () => {
  it('is counted, and nothing is counted without one', async () => {
    const before = await figures('/severity-breakdown');
    expect(await compute()).toEqual([]);
    expect(await figures('/severity-breakdown')).toEqual(before);

    const withdrawn = osvRecord('GHSA-solo-solo-solo', 'npm', 'b', { withdrawn: '2026-03-01T00:00:00Z' });
    await change(db, 'osv', { 'GHSA-solo-solo-solo': withdrawn }, SECOND);

    expect(await compute()).toEqual(COUNTED);
    const after = await figures('/severity-breakdown');
    expect([after.total, after.bySeverity.medium]).toEqual([2, 0]);
    expect(after.computedAt > before.computedAt).toBe(true);
  });

  it('of scores alone makes nothing outdated', async () => {
    const day = '#model_version:v1,score_date:2026-01-10T00:00:00+0000\ncve,epss,percentile\nCVE-2024-1001,0.4,0.9\n';
    await change(db, 'epss', { '2026-01-10': day }, SECOND);

    expect(await compute()).toEqual([]);
  });

  it.each([
    [
      'a record of the CVE',
      'cve_list_v5',
      { 'CVE-2025-1003': cveRecord('CVE-2025-1003', '2025-02-01T00:00:00Z', null, { lessThan: '2.0' }) },
    ],
    [
      'a record that names it',
      'osv',
      { 'GO-2025-1': osvRecord('GO-2025-1', 'Go', 'x', { aliases: ['CVE-2025-1003'], fixed: '1.0.1' }) },
    ],
    ['a record that names it no longer', 'osv', { 'GO-2025-1': osvRecord('GO-2025-1', 'Go', 'x', { fixed: '1.0.1' }) }],
    ['a record that is gone', 'cve_list_v5', { 'CVE-2025-1003': null }],
  ] as const)('of %s is judged as the dossier judges it', async (_name, source, records) => {
    await change(db, source, records, new Date(SECOND.getTime() + (time += 1_000) - FIRST.getTime()));
    await compute();

    const { body } = await app.get('/api/v1/cve/CVE-2025-1003/dossier', { headers: { 'cache-control': 'no-cache' } });
    const kept = await db
      .selectFrom('cve_quality')
      .selectAll()
      .where('cve_id', '=', 'CVE-2025-1003')
      .executeTakeFirst();
    app.clock.now += 3_600_000;
    expect(kept?.score).toBe(body['quality'].score);
    expect(kept?.missing).toEqual(body['quality'].missingFields);
  });

  it('of the tracker shows how far its fixes have come', async () => {
    await sql`
      insert into channel (collection, name, record_id, seq)
      select 'nixpkgs', 'nixos-unstable', min(id), 1 from record`.execute(db);
    for (const [number, cve] of [
      [1, 'CVE-2024-1001'],
      [2, 'CVE-2025-9999'],
      [3, 'CVE-2025-9998'],
    ] as const) {
      await sql`
        insert into issue (collection, number, record_id, seq, title, url, state, created_at, updated_at, labels, assignees, cves,
                           related_cves, packages, tracked)
        values ('nixpkgs', ${number}, ${9100 + number}, 1, ${cve}, '', 'open', ${FIRST}, ${FIRST}, '[]', '{}', ${[cve]}, '{}',
                '{}', true)`.execute(db);
    }
    await sql`
      insert into pull_request (collection, number, record_id, seq, title, url, state, base, created_at, merged_at, cves, closes)
      values ('nixpkgs', 7, 9207, 1, 'x', '', 'merged', 'master', ${FIRST}, ${SECOND}, '{}', '{2}')`.execute(db);
    await sql`
      insert into pull_reach (collection, pull, branch, record_id, seq, reached_at)
      values ('nixpkgs', 7, 'nixos-unstable', 9307, 1, ${SECOND})`.execute(db);
    await change(db, 'nixpkgs', {}, SECOND);
    await countChange(db, ['nixpkgs']);

    expect(await compute()).toEqual(['fix-rate', 'time-to-fix', 'fix-etas', 'open-verdicts']);
    // The first by a version that a source names, the second by its pull request.
    expect((await figures('/fix-rate')).tracker).toEqual({
      total: 3,
      fixKnown: 2,
      merged: 1,
      channels: [{ channel: 'nixos-unstable', contained: 1, lacking: 0, unknown: 0 }],
    });
  });
});

describe('a computation that is killed', () => {
  it('leaves the value before, and the next one makes up for it', async () => {
    const before = await figures('/severity-breakdown');
    const another = osvRecord('GHSA-more-more-more', 'npm', 'm', { fixed: '1' });
    await change(db, 'osv', { 'GHSA-more-more-more': another }, new Date(SECOND.getTime() + 86_400_000));

    const owner = openTestDatabases(given.database.url);
    await owner.primary.transaction().execute(async (trx) => {
      await sql`lock table vulnerability_record in access exclusive mode`.execute(trx);
      const killed = computeAggregates({ db, now: () => new Date(time) }, AbortSignal.timeout(60_000)).catch(
        (error: Error) => error,
      );
      await vi.waitFor(async () => {
        const { rows } = await sql<{ ended: boolean }>`
          select pg_terminate_backend(pid) as ended from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(trx);
        expect(rows).toEqual([{ ended: true }]);
      }, 20_000);
      expect(await killed).toBeInstanceOf(Error);
    });
    await owner.close();

    expect(await figures('/severity-breakdown')).toEqual(before);
    expect(await compute()).toContain('severity-breakdown');
    expect((await figures('/severity-breakdown')).total).toBe(before.total + 1);
  });

  it('goes on judging where it was cut off', async () => {
    const many = Array.from({ length: 250 }, (_, i) => `CVE-2030-${10_000 + i}`);
    await change(
      db,
      'cve_list_v5',
      Object.fromEntries(many.map((id) => [id, cveRecord(id, '2026-01-01T00:00:00Z', null, {})])),
      new Date(SECOND.getTime() + 2 * 86_400_000),
    );
    await sql`delete from cve_quality_progress`.execute(db);
    let turns = 0;
    const afterTwo = { throwIfAborted: () => void ((turns += 1) > 2 && fail()) } as AbortSignal;

    await expect(gradeCves(db, afterTwo)).rejects.toThrow('cut off');
    const reached = await gradingProgress(db);
    const judged = await db.selectFrom('cve_quality').select('cve_id').where('cve_id', 'like', 'CVE-2030-%').execute();
    await gradeCves(db, AbortSignal.timeout(60_000));

    expect(reached?.afterId).toMatch(/^CVE-2030-10/);
    expect(judged.length).toBeGreaterThan(100);
    expect(judged.length).toBeLessThan(250);
    expect((await gradingProgress(db))?.afterId).toBeNull();
    const all = await db.selectFrom('cve_quality').select('cve_id').where('cve_id', 'like', 'CVE-2030-%').execute();
    expect(all).toHaveLength(250);
  });
});

function fail(): never {
  throw new Error('cut off');
}
