import { getSearch } from '@almanac/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchPage } from '../../../src/app/search/page.ts';
import type { AlmanacDatabases } from '../../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../database.ts';
import { loadSearchCorpus } from './corpus.ts';
import { judgePaging } from './paging.ts';
import { RANKED_QUERIES } from './queries.ts';

/** What is judged is the order, not the speed: a machine that is busy finds the same. */
const PATIENT = {
  all: 60_000,
  newest: 60_000,
  some: 60_000,
  walk: 60_000,
  count: 60_000,
  rescue: 60_000,
  together: 240_000,
};

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

  judgePaging(() => databases.primary, PATIENT);
}
