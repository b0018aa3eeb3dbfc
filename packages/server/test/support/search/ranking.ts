import { getSearch } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchPage } from '../../../src/app/search/page.ts';
import { LABELLED_VERSION } from '../../../src/projections/search-labels.ts';
import type { AlmanacDatabases } from '../../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../database.ts';
import { loadSearchCorpus } from './corpus.ts';
import { judgePaging } from './paging.ts';
import { PATIENT } from './patient.ts';
import { RANKED_QUERIES } from './queries.ts';

/** Thirty queries with what each of them means: it must be among the first three. Then lists, each read to its end. */
export function judgeRanking(oneIn: number): void {
  let database: TestDatabase;
  let databases: AlmanacDatabases;

  beforeAll(async () => {
    database = await createTestDatabase();
    databases = openTestDatabases(database.url);
    const always = new Set(RANKED_QUERIES.map(([, id]) => id));
    const loaded = await loadSearchCorpus(databases.primary, { oneIn, always });
    console.log(`Search among ${loaded} records`);
  }, 1_800_000);
  afterAll(async () => {
    await databases.close();
    await database.close();
  });

  it.each(RANKED_QUERIES)('%s', async (query, id) => {
    const { results } = await searchPage(databases.primary, getSearch.query.parse({ q: query }), PATIENT);

    expect(results.slice(0, 3).map((result) => result.id)).toContain(id);
  });

  it.each(RANKED_QUERIES)('%s has the same first ten by months and by date', async (query) => {
    const ask = () => searchPage(databases.primary, getSearch.query.parse({ q: query, limit: '10' }), PATIENT);
    const byDate = await ask();
    await sql`
      insert into projection_version (name, version, state, started_at)
      values ('search', ${LABELLED_VERSION}, 'current', now())`.execute(databases.primary);
    const byMonths = await ask();
    await sql`delete from projection_version where name = 'search'`.execute(databases.primary);

    expect(byMonths).toEqual(byDate);
  });

  judgePaging(() => databases.primary, PATIENT);
}
