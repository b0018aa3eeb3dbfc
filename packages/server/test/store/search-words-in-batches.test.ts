import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { type ProjectionStore, projectionStore } from '../support/worlds/projection-store.ts';

const INDEX = 'search_document_words';
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

let database: TestDatabase;
let worker: AlmanacDatabases;
let owner: AlmanacDatabases;
let store: ProjectionStore;

beforeAll(async () => {
  database = await createTestDatabase();
  worker = openTestDatabases(database.url, { role: 'almanac_worker', max: 3 });
  owner = openTestDatabases(database.url, { max: 1 });
  store = projectionStore(worker.primary);
});
beforeEach(async () => {
  await database.reset();
  await waiting();
});
afterAll(async () => {
  await worker.close();
  await owner.close();
  await database.close();
});

const cves = (from: number, word: string) =>
  Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => {
      const cveId = `CVE-2026-${1_000 + from + i}`;
      const descriptions = [{ lang: 'en', value: `${word} number ${from + i}` }];
      return [cveId, { cveMetadata: { cveId, state: 'PUBLISHED' }, containers: { cna: { descriptions } } }];
    }),
  );

/** Pages of words that wait to be entered; to ask enters them. */
async function waiting(): Promise<number> {
  const { rows } = await owner.pool.query<{ pages: string }>(`select gin_clean_pending_list('${INDEX}') as pages`);
  return Number(rows[0]?.pages);
}

async function found(word: string): Promise<number> {
  // By the index, whatever the planner thinks of so small a table.
  return worker.primary.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from search_document where document @@ to_tsquery('simple', ${word})`.execute(trx);
    return rows[0]?.n ?? 0;
  });
}

describe('the index of words', () => {
  it('has entered all words of a batch when its transaction ends', async () => {
    await store.put('cve_list_v5', cves(0, 'overflow'), day(1));
    const afterNew = await waiting();
    await store.put('cve_list_v5', cves(0, 'underflow'), day(2));
    const afterChanged = await waiting();

    expect({ afterNew, afterChanged }).toEqual({ afterNew: 0, afterChanged: 0 });
    expect(await found('underflow')).toBe(50);
    expect(await found('overflow')).toBe(0);
  });

  it('enters with the next batch what one that came to nothing has left', async () => {
    const broken = worker.primary.transaction().execute(async (trx) => {
      await sql`
        insert into search_document (record_id, id, source, kev, withdrawn, document)
        select i, i, 1, false, false, to_tsvector('simple', 'lost') from generate_series(1, 50) as i`.execute(trx);
      throw new Error('cut off');
    });
    await expect(broken).rejects.toThrow('cut off');
    await store.put('cve_list_v5', cves(0, 'overflow'), day(1));

    expect(await waiting()).toBe(0);
    expect({ overflow: await found('overflow'), lost: await found('lost') }).toEqual({ overflow: 50, lost: 0 });
  });

  it('is the same after a rebuild', async () => {
    await store.put('cve_list_v5', cves(0, 'overflow'), day(1));
    const search = PROJECTIONS.find(({ name }) => name === 'search');
    if (search === undefined) throw new Error('there is no such projection');
    await rebuild({ db: worker.primary, now: () => day(2) }, search);
    const left = await waiting();
    await store.put('cve_list_v5', cves(50, 'overflow'), day(3));

    const { rows } = await owner.pool.query(`select reloptions from pg_class where oid = '${INDEX}'::regclass`);
    expect(rows).toEqual([{ reloptions: ['fastupdate=on'] }]);
    expect([left, await waiting()]).toEqual([0, 0]);
    expect(await found('overflow')).toBe(100);
  });

  it('is the only one that the worker may do this with', async () => {
    const other = sql`select projection.enter_words('package_name_similar')`.execute(worker.primary);

    await expect(other).rejects.toThrow('is not the index of words');
  });
});
