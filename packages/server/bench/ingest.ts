import type { IngestDeps } from '../src/ingest/deps.ts';
import type { Feed } from '../src/ingest/feed.ts';
import { projectionsOf } from '../src/ingest/feeds.ts';
import { runSource } from '../src/ingest/run-source.ts';
import type { SourceItem } from '../src/sources/source.ts';
import { createTestDatabase, openTestDatabases } from '../test/support/database.ts';
import { silentLog } from '../test/support/kills/worker-kill.ts';
import { backendSeconds, type CopiedTable, copyIn, copyOut, withClient } from './ingest-copy.ts';
import { arrived, type BenchSource, type Sent, sentBy } from './ingest-records.ts';
import { measureSteps } from './ingest-steps.ts';

const VULNERABILITIES = 10_000;
export const SOURCES: readonly BenchSource[] = ['cve_list_v5', 'osv', 'nvd'];

/** In an order in which no row names one that is not there yet. */
const TABLES = [
  'run',
  'record',
  'dictionary',
  'blob',
  'version',
  'current_version',
  'package',
  'affected',
  'affected_set',
  'cve',
  'nvd',
  'advisory',
  'weakness',
  'search_document',
  'alias_assertion',
  'alias_group',
  'relation',
];

/**
 * `npm run bench ingest`: a first fill by `runSource`, evidence and projections, beside a bare COPY of the rows it made into
 * the same tables; and a second reading of the same records.
 */
export async function benchIngest(): Promise<void> {
  for (const id of SOURCES) {
    const sent = await sentBy(id, VULNERABILITIES);
    const steps = measureSteps(id, sent);
    await using database = await createTestDatabase();
    const first = await fill(database.url, id, sent);
    const again = await fill(database.url, id, sent);
    const copied = await copyOfAll(database.url, sent.length);
    console.table({ [`${id}: ${sent.length} records, first`]: first, 'second reading': again, 'bare COPY': copied });
    console.log('µs of Node for a record:', steps);
    const ratio = (copied['CPU µs'] ?? 0) / (first['CPU µs'] ?? Number.POSITIVE_INFINITY);
    console.log(
      `${id}: ${(first['records/s'] / copied['records/s']).toFixed(2)} of bare COPY, ${ratio.toFixed(2)} by CPU time; ` +
        `second reading ${((100 * first['records/s']) / again['records/s']).toFixed(1)} % of the first`,
    );
  }
}

interface Measured {
  readonly 'records/s': number;
  readonly 'CPU µs': number | null;
  readonly 'Node µs': number;
  readonly 'PostgreSQL µs': number | null;
}

export async function fill(primaryUrl: string, id: BenchSource, sent: readonly Sent[]): Promise<Measured> {
  const { primary: db, pool, close } = openTestDatabases(primaryUrl, { role: 'almanac_worker', max: 4 });
  const unasked = async () => Promise.reject(new Error('nothing is fetched here'));
  const http = { get: unasked, download: unasked };
  const deps: IngestDeps = { db, pool, http, log: silentLog, now: () => new Date() };
  try {
    return await measured(primaryUrl, sent.length, async () => {
      const outcome = await runSource(deps, feedOf(id, sent), AbortSignal.timeout(3_600_000));
      if (outcome.state !== 'ok') throw new Error(`the run is ${outcome.state}`);
    });
  } finally {
    await close();
  }
}

/** The source itself, but for the way its records come. */
function feedOf(id: BenchSource, sent: readonly Sent[]): Feed {
  async function* read(): AsyncGenerator<SourceItem<unknown>> {
    for (const one of sent) yield arrived(id, one);
  }
  const source = { id, volatile: [], upstreams: [], first: 'bulk', channels: { bulk: { read } } } as const;
  return { source, projection: projectionsOf(id) };
}

async function copyOfAll(url: string, records: number): Promise<Measured> {
  const tables: CopiedTable[] = [];
  await withClient(url, async (client) => {
    for (const table of TABLES) tables.push(await copyOut(client, table));
  });
  await using database = await createTestDatabase();
  return await withClient(database.url, (client) =>
    measured(database.url, records, async () => {
      for (const table of tables) await copyIn(client, table);
    }),
  );
}

/** A connection counts from when it is opened: whatever `work` opens must still be open at its end. */
async function measured(url: string, records: number, work: () => Promise<void>): Promise<Measured> {
  return withClient(url, async (client) => {
    await client.query('checkpoint');
    const before = await backendSeconds(client);
    const used = process.cpuUsage();
    const started = performance.now();
    await work();
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(used);
    const after = await backendSeconds(client);
    const node = (user + system) / records;
    const postgres = before === null || after === null ? null : ((after - before) * 1e6) / records;
    return {
      'records/s': Math.round(records / seconds),
      'CPU µs': postgres === null ? null : Math.round(node + postgres),
      'Node µs': Math.round(node),
      'PostgreSQL µs': postgres === null ? null : Math.round(postgres),
    };
  });
}

if (import.meta.main) await benchIngest();
