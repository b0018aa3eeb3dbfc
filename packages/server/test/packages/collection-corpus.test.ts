import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { runSource } from '../../src/ingest/run-source.ts';
import { toTemporaryFile } from '../../src/platform/download.ts';
import { collectionPackages } from '../../src/queries/collection-packages.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { httpAnswer } from '../support/source-deps.ts';

/** One in so many; all of them by `CORPUS_SHARE=1 npx vitest run packages/server/test/packages/collection-corpus.test.ts`. */
const share = Number(process.env['CORPUS_SHARE'] ?? 20);

interface CorpusPackage {
  readonly name: string;
  readonly version: string | null;
  readonly description: string | null;
  readonly homepage: string | null;
  readonly maintainers: readonly string[];
  readonly position: string | null;
  readonly patches: readonly string[];
}

/** The corpus in the shape of a channel's list, written as it is read. */
async function* listText(counted: { count: number }): AsyncGenerator<Buffer> {
  yield Buffer.from('{"version":"2","packages":{');
  let line = 0;
  for await (const entry of corpusRecords<CorpusPackage>('nixpkgs/packages-2025-09.jsonl.gz')) {
    line += 1;
    // Those with patches are few: all of them are taken.
    if (line % share !== 0 && !entry.patches.some((file) => /cve-\d/i.test(file))) continue;
    const { name, version, description, homepage, position, maintainers, patches } = entry;
    const meta = { description, homepage, position, maintainers: maintainers.map((login) => ({ github: login })) };
    const value = { pname: name.slice(name.lastIndexOf('.') + 1), version, patches, meta };
    yield Buffer.from(`${counted.count === 0 ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}`);
    counted.count += 1;
  }
  yield Buffer.from('}}');
}

describe.skipIf(!hasCorpus)('a real collection', () => {
  let database: TestDatabase;
  let databases: AlmanacDatabases;
  beforeAll(async () => {
    database = await createTestDatabase();
    databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 4 });
  });
  afterAll(async () => {
    await databases.close();
    await database.close();
  });

  it('comes in whole, and costs nothing to read again', async () => {
    const counted = { count: 0 };
    const { file, remove } = await toTemporaryFile((write) => write(listText(counted)));
    let revision = 'a'.repeat(40);
    const http = {
      get: async () => httpAnswer(200, revision),
      download: async () => ({ ...httpAnswer(200), file, [Symbol.asyncDispose]: async () => {} }),
    };
    const url = 'http://upstream.test';
    const feed = openFeeds({ packages: { url, releasesUrl: url, channels: ['nixos-unstable'] } }).get('packages');
    if (feed === undefined) throw new Error('packages is not enabled');
    const deps = { db: databases.primary, pool: databases.pool, http, now: () => new Date(), log: silentLog };
    const read = async (name: string) => {
      const started = performance.now();
      const cpu = process.cpuUsage();
      let peak = 0;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 200);
      const outcome = await runSource(deps, feed, AbortSignal.timeout(3_600_000));
      clearInterval(watch);
      const seconds = (performance.now() - started) / 1000;
      const rate = Math.round(counted.count / seconds);
      const { user, system } = process.cpuUsage(cpu);
      console.log(
        `${name}: ${counted.count} packages (${(file.size / 1e6).toFixed(1)} MB) in ${seconds.toFixed(1)} s, ${rate}/s, ` +
          `${((user + system) / 1e6).toFixed(1)} s of our own CPU, ` +
          `peak ${Math.round(Math.max(peak, process.memoryUsage.rss()) / 1e6)} MB resident`,
      );
      return outcome;
    };

    expect(await read('first')).toEqual({ state: 'ok' });
    expect(await standing()).toMatchObject({ rows: counted.count, versions: counted.count, quarantined: 0 });
    revision = 'b'.repeat(40);
    expect(await read('again')).toEqual({ state: 'ok' });

    const found = await standing();
    console.log(found);
    expect(found).toMatchObject({ rows: counted.count, versions: counted.count, quarantined: 0 });
    expect(found['patched']).toBe(146);
    expect(found['unnamed']).toBe(0);
    const { rows } = await collectionPackages(databases.primary, ['avahi'], null);
    const [avahi] = rows;
    expect(avahi?.patched).toContain('CVE-2023-38473');
    await remove();
  }, 3_600_000);

  async function standing(): Promise<Record<string, number>> {
    const { rows } = await sql<Record<string, number>>`
      select count(*)::int as rows, (select count(*)::int from version) as versions,
             (select count(*)::int from quarantine) as quarantined,
             count(*) filter (where ecosystem is not null)::int as "inEcosystems",
             count(*) filter (where makers <> '{}')::int as "withMakers",
             count(*) filter (where version is null)::int as unversioned,
             count(*) filter (where lookup = '{}')::int as unnamed,
             (select count(distinct cve)::int from collection_package, unnest(patched) as cve) as patched,
             pg_total_relation_size('collection_package')::int / 1000000 as megabytes
      from collection_package where known_to is null`.execute(databases.primary);
    return rows[0] ?? {};
  }
});
