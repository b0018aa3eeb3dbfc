import type { Feed } from '../src/ingest/feed.ts';
import { getFeedProjection } from '../src/ingest/feeds.ts';
import type { SourceItem } from '../src/sources/source.ts';
import { createTestDatabase } from '../test/support/database.ts';
import { loadLine } from './best-of.ts';
import { readArchives } from './ingest-archive.ts';
import { type CopiedTable, copyIn, copyOut, withClient } from './ingest-copy.ts';
import { arrived, type BenchSource, type Sent, sentBy } from './ingest-records.ts';
import { type Measured, measured, readOnce } from './ingest-run.ts';
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
  'vulnerability_record',
  'vulnerability',
];

const ROUNDS = 3;

/**
 * `npm run bench ingest`: a first fill by `runSource`, evidence and projections, beside a bare COPY of the rows it made into
 * the same tables; and a second reading of the same records. Both also with an index of words that has no pending list, as it was
 * before ADR 038: then each document enters its words by itself. Of sources that come as archives also the reading of these.
 */
export async function benchIngest(): Promise<void> {
  for (const id of SOURCES) {
    const sent = await sentBy(id, VULNERABILITIES);
    const steps = measureSteps(id, sent);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await roundOf(id, sent));
    const best = bestRound(rounds);
    console.table({ [`${id}: ${sent.length} records, best of ${ROUNDS}`]: {}, ...best });
    if (id !== 'nvd') await readArchives(id, sent);
    console.log('µs of Node for a record:', steps);
    const { 'first fill': first, 'second reading': again } = best;
    for (const name of ['bare COPY', 'bare COPY, each document by itself'] as const) {
      const copied = best[name];
      const ratio = (copied['CPU µs'] ?? 0) / (first['CPU µs'] ?? Number.POSITIVE_INFINITY);
      console.log(
        `${id}: ${(first['records/s'] / copied['records/s']).toFixed(2)} of ${name}, ${ratio.toFixed(2)} by CPU time`,
      );
    }
    const share = ((100 * first['records/s']) / again['records/s']).toFixed(1);
    console.log(`${id}: second reading ${share} % of the first; ${loadLine()}`);
  }
}

type Round = Readonly<Record<(typeof MEASURED)[number], Measured>>;
const MEASURED = [
  'first fill',
  'second reading',
  'bare COPY',
  'first fill, each document by itself',
  'bare COPY, each document by itself',
] as const;

async function roundOf(id: BenchSource, sent: readonly Sent[]): Promise<Round> {
  await using database = await createTestDatabase();
  await using alone = await createTestDatabase();
  await withoutPendingList(alone.url);
  return {
    'first fill, each document by itself': await fill(alone.url, id, sent),
    'first fill': await fill(database.url, id, sent),
    'second reading': await fill(database.url, id, sent),
    'bare COPY': await copyOfAll(database.url, sent.length),
    'bare COPY, each document by itself': await copyOfAll(database.url, sent.length, withoutPendingList),
  };
}

/** Of each the round that was quickest, and the least time of a processor: what a busy machine adds is no cost of ours. */
function bestRound(rounds: readonly Round[]): Round {
  const best = MEASURED.map((name) => {
    const measured = rounds.map((round) => round[name]);
    const least = measured.reduce((a, b) => ((a['CPU µs'] ?? 0) <= (b['CPU µs'] ?? 0) ? a : b));
    return [name, { ...least, 'records/s': Math.max(...measured.map((one) => one['records/s'])) }];
  });
  return Object.fromEntries(best) as Round;
}

async function withoutPendingList(url: string): Promise<void> {
  await withClient(url, (client) => client.query('alter index search_document_words set (fastupdate = off)'));
}

export function fill(primaryUrl: string, id: BenchSource, sent: readonly Sent[]): Promise<Measured> {
  const unasked = async () => Promise.reject(new Error('nothing is fetched here'));
  return readOnce(primaryUrl, sent.length, feedOf(id, sent), { get: unasked, download: unasked });
}

/** The source itself, but for the way its records come. */
function feedOf(id: BenchSource, sent: readonly Sent[]): Feed {
  async function* read(): AsyncGenerator<SourceItem<unknown>> {
    for (const one of sent) yield arrived(id, one);
  }
  const source = { id, volatile: [], upstreams: [], first: 'bulk', channels: { bulk: { read } } } as const;
  return { source, projection: getFeedProjection(id) };
}

async function copyOfAll(
  url: string,
  records: number,
  before: (url: string) => Promise<void> = async () => {},
): Promise<Measured> {
  const tables: CopiedTable[] = [];
  await withClient(url, async (client) => {
    for (const table of TABLES) tables.push(await copyOut(client, table));
  });
  await using database = await createTestDatabase();
  await before(database.url);
  return await withClient(database.url, async (client) => {
    await client.query('checkpoint');
    return await measured(database.url, records, async () => {
      for (const table of tables) await copyIn(client, table);
      // As after a fill: no search goes through words that wait.
      await client.query("select gin_clean_pending_list('search_document_words')");
    });
  });
}

if (import.meta.main) await benchIngest();
