import type { Feed } from '../src/ingest/feed.ts';
import { projectionsOf } from '../src/ingest/feeds.ts';
import type { SourceItem } from '../src/sources/source.ts';
import { createTestDatabase } from '../test/support/database.ts';
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
];

/**
 * `npm run bench ingest`: a first fill by `runSource`, evidence and projections, beside a bare COPY of the rows it made into
 * the same tables; and a second reading of the same records. Of sources that come as archives also the reading of these.
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
    if (id !== 'nvd') await readArchives(id, sent);
    console.log('µs of Node for a record:', steps);
    const ratio = (copied['CPU µs'] ?? 0) / (first['CPU µs'] ?? Number.POSITIVE_INFINITY);
    console.log(
      `${id}: ${(first['records/s'] / copied['records/s']).toFixed(2)} of bare COPY, ${ratio.toFixed(2)} by CPU time; ` +
        `second reading ${((100 * first['records/s']) / again['records/s']).toFixed(1)} % of the first`,
    );
  }
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
  return { source, projection: projectionsOf(id) };
}

async function copyOfAll(url: string, records: number): Promise<Measured> {
  const tables: CopiedTable[] = [];
  await withClient(url, async (client) => {
    for (const table of TABLES) tables.push(await copyOut(client, table));
  });
  await using database = await createTestDatabase();
  return await withClient(database.url, async (client) => {
    await client.query('checkpoint');
    return await measured(database.url, records, async () => {
      for (const table of tables) await copyIn(client, table);
    });
  });
}

if (import.meta.main) await benchIngest();
