import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { SourceWarning } from '@almanac/contract';
import {
  ADVISORIES_PATH,
  advisory,
  fromRecords,
  KEV_FEED_PATH,
  kev,
  OSV_BUCKET_PATH,
  osv,
  startTwin,
} from '@almanac/twins';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SourceMetrics, sourceMetrics } from '../../src/ingest/source-metrics.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { watch } from '../support/processes/watched.ts';
import { kevWorld } from '../support/worlds/kev-world.ts';

const DAY = 24 * 3_600_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.reset());
afterAll(() => database.close());

/** The lines of a scrape that say something of these. */
function samplesOf(text: string, ...names: readonly string[]): Record<string, number> {
  const lines = text.split('\n').filter((line) => names.some((name) => line.startsWith(name)));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

async function watchMeasured() {
  const registry = new Registry();
  let metrics: SourceMetrics | null = null;
  const watched = await watch(database, kev(kevWorld), 'kev', (url) => ({ url: url + KEV_FEED_PATH }), {
    onRunEnd: (...ended) => metrics?.count(...ended),
  });
  metrics = sourceMetrics(registry, { db: watched.db, now: () => new Date(watched.clock.now()) });
  return Object.assign(watched, { scrape: () => registry.metrics() });
}

describe('the metrics of a worker', () => {
  it('count runs and records', async () => {
    await using watched = await watchMeasured();
    await watched.run();
    watched.clock.advance(3 * DAY);
    watched.twin.faults.set({ kind: 'malformed_record', way: 'wrong_type' });
    await watched.run();
    watched.twin.faults.set({ kind: 'html' });
    await watched.run().catch(() => undefined);

    const samples = samplesOf(await watched.scrape(), 'almanac_ingest_runs_total', 'almanac_ingest_records_total');

    const [runs, records] = ['almanac_ingest_runs_total', 'almanac_ingest_records_total'];
    expect(samples).toMatchObject({
      [`${runs}{source="kev",channel="bulk",state="ok"}`]: 2,
      [`${runs}{source="kev",channel="bulk",state="failed"}`]: 1,
      [`${records}{source="kev",channel="bulk",outcome="unreadable"}`]: 1,
      [`${records}{source="kev",channel="bulk",outcome="seen"}`]: 150 + 148,
    });
  });

  it('show the ages, the state and every warning of each source', async () => {
    await using watched = await watchMeasured();
    const feed = { ...watched.feed, canaries: [{ key: 'CVE-1999-0001', says: [] }] };
    await watched.run('bulk', feed);
    watched.clock.advance(3 * DAY);
    await watched.run('bulk', feed);
    watched.clock.advance(15 * DAY);
    await watched.run('bulk', feed);
    watched.twin.faults.set({ kind: 'mass_withdrawal', share: 0.1 });
    await watched.run('bulk', feed);
    watched.clock.advance(10_000);

    const samples = samplesOf(await watched.scrape(), 'almanac_source_');

    const of = (name: string, labels = '') => `almanac_source_${name}{source="kev"${labels}}`;
    expect(samples).toMatchObject({
      [of('state', ',state="held"')]: 1,
      [of('state', ',state="ok"')]: 0,
      [of('checked_age_seconds')]: 11,
      [of('records')]: 149,
      [of('running')]: 0,
      [of('quarantined')]: 0,
      [of('warnings', ',code="CANARY_MISSING"')]: 1,
      [of('warnings', ',code="CANARY_CHANGED"')]: 0,
      [of('warnings', ',code="IDS_DIFFER"')]: 1,
      [of('warnings', ',code="NOT_CHANGED_AS_EXPECTED"')]: 1,
      [of('ids_missing')]: 0,
    });
    const codes = Object.keys(samples).flatMap((name) => /_warnings\{source="kev",code="(\w+)"/.exec(name)?.[1] ?? []);
    expect(codes).toEqual(SourceWarning.shape.code.options);
    expect(samples[of('changed_age_seconds')]).toBeGreaterThan((15 * DAY) / 1000);
    expect(samples[of('ids_extra')]).toBeGreaterThan(3);
  });

  it('show that an advisory is of a type that nobody knows', async () => {
    const dates = { published_at: '2026-09-15T08:00:00Z', updated_at: '2026-09-15T08:00:00Z' };
    const record = { ghsa_id: 'GHSA-2222-2222-2222', type: 'haunted', summary: '', withdrawn_at: null, ...dates };
    const feed = fromRecords([{ id: record.ghsa_id, at: record.updated_at, record }]);
    await using watched = await watch(database, advisory(feed, { strays: true }), 'advisory', (url) => ({
      url: url + ADVISORIES_PATH,
    }));
    const registry = new Registry();
    sourceMetrics(registry, { db: watched.db, now: () => new Date(watched.clock.now()) });
    await watched.run('bulk');

    const samples = samplesOf(await registry.metrics(), 'almanac_source_warnings');

    expect(samples['almanac_source_warnings{source="advisory",code="UNKNOWN_FORM"}']).toBe(1);
    expect((await watched.look()).warnings).toMatchObject([{ code: 'UNKNOWN_FORM' }]);
  });

  it('show how many ecosystems stand still', async () => {
    const days = ['2026-09-03', '2026-09-04', '2026-09-05'];
    const records = days.map((day, i) => {
      const modified = `${day}T08:00:00Z`;
      const affected = [{ package: { ecosystem: 'Hex', name: 'tidepool' } }];
      return { id: `HX-${i}`, at: modified, record: { id: `HX-${i}`, modified, affected } };
    });
    await using watched = await watch(database, osv(fromRecords(records)), 'osv', (url) => ({
      bucketUrl: url + OSV_BUCKET_PATH,
      apiUrl: url,
    }));
    const registry = new Registry();
    sourceMetrics(registry, { db: watched.db, now: () => new Date(watched.clock.now()) });
    await watched.run('bulk');
    await watched.run('sweep');

    const samples = samplesOf(await registry.metrics(), 'almanac_source_frozen_parts');

    expect(samples).toEqual({ 'almanac_source_frozen_parts{source="osv"}': 1 });
  });

  it('show an upstream that is not asked, and how long jobs wait', async () => {
    await using watched = await watchMeasured();
    watched.twin.faults.set({ kind: 'status', status: 500 });
    for (let i = 0; i < 5; i += 1) await watched.run().catch(() => undefined);

    const samples = samplesOf(await watched.scrape(), 'almanac_upstream_', 'almanac_queue_');

    const { origin } = new URL(watched.twin.url);
    expect(samples).toMatchObject({
      [`almanac_upstream_resting{origin="${origin}"}`]: 1,
      almanac_queue_oldest_seconds: 0,
    });
    expect(samples[`almanac_upstream_failures{origin="${origin}"}`]).toBeGreaterThanOrEqual(5);
  });

  it('are still to be had when the database is away, without what only it knows', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/nothing';
    const away = openTestDatabases(url);
    const registry = new Registry();
    sourceMetrics(registry, { db: away.primary, now: () => new Date() });

    const text = await registry.metrics();
    await away.close();

    expect(text).toContain('# TYPE almanac_source_state gauge');
    expect(samplesOf(text, 'almanac_')).toEqual({});
  });

  it('are served by the process on a port of their own', async () => {
    await using twin = await startTwin(kev(kevWorld));
    const nowhere = 'http://127.0.0.1:1/';
    const addresses = [
      'CVE_LIST_RAW',
      'CVE_LIST_RELEASES',
      'CVE_SERVICES',
      'OSV_BUCKET',
      'OSV_API',
      'ADVISORY',
      'EPSS',
      'EPSS_API',
    ];
    const file = path.resolve(import.meta.dirname, '../../src/bin/worker.ts');
    const worker = spawn(process.execPath, ['--conditions=@almanac/source', file], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATABASE_URL: database.url,
        METRICS_PORT: '0',
        KEV_URL: twin.url + KEV_FEED_PATH,
        CVE_LIST_ARCHIVE_URLS: nowhere,
        // Its patience is that of its origin.
        NVD_URL: 'http://127.0.0.1:2/',
        ...Object.fromEntries(addresses.map((name) => [`${name}_URL`, nowhere])),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const metricsUrl = await startedAt(worker.stdout);

      await vi.waitFor(
        async () => {
          const samples = samplesOf(
            await (await fetch(metricsUrl)).text(),
            'almanac_ingest_runs_total',
            'almanac_source_records',
          );
          expect(samples).toMatchObject({
            'almanac_ingest_runs_total{source="kev",channel="bulk",state="ok"}': 1,
            'almanac_source_records{source="kev"}': 150,
          });
        },
        { timeout: 20_000, interval: 200 },
      );
    } finally {
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    }
  }, 40_000);
});

async function startedAt(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stdout)) {
    const { msg, metricsUrl } = JSON.parse(line) as { msg: string; metricsUrl?: string };
    if (msg === 'worker started' && metricsUrl !== undefined) return metricsUrl;
  }
  throw new Error('the worker has ended');
}
