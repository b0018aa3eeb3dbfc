import { getSearch } from '@almanac/contract';
import fc from 'fast-check';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Filters, find } from '../../src/app/search/find.ts';
import { searchPage } from '../../src/app/search/page.ts';
import { readWords } from '../../src/app/search/words.ts';
import { openPool } from '../../src/platform/postgres.ts';
import { LABELLED_VERSION } from '../../src/projections/search-labels.ts';
import { searchMonths } from '../../src/queries/search-months.ts';
import type { Database } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { planOf, rowsRead, type Statement } from '../support/plans.ts';
import { PATIENT } from '../support/search/patient.ts';

/**
 * Two records of each vulnerability, of which the second is two months younger; several have one date, some none, some one in the future.
 * `everywhere` is in all of them, `even`, `third` and `fourth` in as many as they say, `old` in those before the newest third, `recent` in a tenth of the youngest. Seven times as
 * many other records have none of these words: of a word that is nearly everywhere the newest are not found by labels.
 */
const VULNERABILITIES = 5_000;
const OTHERS = 70_000;
const OLDER_FROM = 1_700;

let database: TestDatabase;
let databases: ReturnType<typeof openTestDatabases>;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { max: 3 });
  const db = databases.primary;
  await sql`
    insert into search_document (record_id, id, source, cve_id, published, kev, withdrawn, document)
    select 2 * n + part, id || case part when 0 then '' else '-b' end, 1 + part, id, published, n % 40 = 0, n % 50 = 0,
           to_tsvector('english', concat_ws(' ', 'everywhere', case when n % 2 = 0 then 'even' end,
             case when n > ${OLDER_FROM}::integer then 'old' else 'young' end, case when n < 1500 and n % 3 = 0 then 'recent' end,
             case when n % 7 = 0 then 'everywhere seventh' end, case when n % 3 = 0 then 'third' end, case when n % 4 = 0 then 'fourth' end))
             || array_to_tsvector(array_remove(array['p=product_' || n % 3, 'd=' || to_char(published, 'YYYYMM'),
                  case when n % 40 = 0 then 'k=kev' end], null))
    from generate_series(1, ${VULNERABILITIES}::integer) as n, generate_series(0, 1) as part,
         lateral (select 'CVE-2020-' || 10000 + n as id, case
           when n % 97 = 0 then null when n % 501 = 0 then date_trunc('month', now()) + interval '3 years'
           else date_trunc('day', now() - (n / 4) * interval '1 day') - (1 - part) * interval '60 days' end as published) as made`.execute(
    db,
  );
  await sql`
    insert into vulnerability_record (vuln, record_id, id, source, several)
    select cve_id, record_id, id, source, record_id % 11 = 0 from search_document`.execute(db);
  await sql`
    insert into search_document (record_id, id, source, published, kev, withdrawn, document)
    select 1000000 + n, 'OTHER-' || n, 2, published, false, false,
           to_tsvector('english', 'filler') || array_to_tsvector(array['d=' || to_char(published, 'YYYYMM')])
    from generate_series(1, ${OTHERS}::integer) as n, lateral (select now() - (n / 56) * interval '1 day' as published) as made`.execute(
    db,
  );
  await sql`
    insert into vulnerability (key, published, kev, withdrawn, severity)
    select cve_id, min(published), bool_or(kev), bool_or(withdrawn),
           (array['critical', 'high', 'medium', null])[1 + (min(record_id) / 2) % 4]
    from search_document where cve_id is not null group by cve_id`.execute(db);
  for (const table of ['search_document', 'vulnerability_record', 'vulnerability']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

type Query = Readonly<Record<string, string>>;

const ask = (query: Query) => searchPage(databases.primary, getSearch.query.parse(query), PATIENT);

/** As long as a rebuild has not put labels into all documents, they are not relied on. */
async function inBothWays<T>(work: () => Promise<T>): Promise<[windowed: T, whole: T]> {
  const db = databases.primary;
  const whole = await work();
  await sql`
    insert into projection_version (name, version, state, started_at)
    values ('search', ${LABELLED_VERSION}, 'current', now())`.execute(db);
  const windowed = await work();
  await sql`delete from projection_version`.execute(db);
  return [windowed, whole];
}

const ANY: Filters = {
  labels: null,
  severity: null,
  kev: null,
  epssMin: null,
  publishedAfter: null,
  publishedBefore: null,
  sort: 'relevance',
  except: [],
  after: null,
  offset: 0,
  limit: 900,
};

/** The keys of each page, without the rows that are shown of them. */
async function readAll(q: string, filters: Partial<Filters>): Promise<string[]> {
  const seen: string[] = [];
  let position: Pick<Filters, 'offset' | 'after'> = { offset: 0, after: null };
  for (let pages = 0; pages < 20; pages += 1) {
    const page = { ...ANY, ...filters, ...position };
    const how = { mayRescue: false, times: PATIENT };
    const { groups, cutShort } = await find(databases.primary, readWords(q), page, how);
    const total = await groups.counted;
    expect([total === null, cutShort]).toEqual([false, false]);
    seen.push(...groups.keys);
    if (!groups.more) {
      expect(seen).toHaveLength(total ?? 0);
      break;
    }
    position = { offset: page.offset + page.limit, after: groups.last };
  }
  return seen;
}

describe('the newest by labels are those by date', () => {
  it.each<[string, Partial<Filters>]>([
    ['everywhere', {}],
    ['old', { limit: 400 }],
    ['even -seventh', {}],
    ['everywhere', { kev: false }],
    ['everywhere', { severity: 'high' }],
    ['"everywhere seventh" or even', {}],
  ])('%s %j: page by page, to the end', async (q, filters) => {
    const [windowed, whole] = await inBothWays(() => readAll(q, filters));

    expect(windowed).toEqual(whole);
    expect(new Set(windowed).size).toBe(windowed.length);
    expect(windowed.length).toBeGreaterThan(500);
  });

  it('for any words and filters', async () => {
    const words = fc.uniqueArray(fc.constantFrom('everywhere', 'even', 'old', 'young', '-seventh', '-recent'), {
      minLength: 1,
      maxLength: 3,
    });
    const filters = fc.record(
      {
        kev: fc.constantFrom('true', 'false'),
        severity: fc.constantFrom('high', 'unknown'),
        product: fc.constant('product_1'),
        page: fc.constantFrom('2', '11'),
      },
      { requiredKeys: [] },
    );

    await fc.assert(
      fc.asyncProperty(words, filters, async (given, others) => {
        const asked = { ...others, q: ['everywhere', ...given].join(' '), limit: '50' };
        const [windowed, whole] = await inBothWays(() => ask(asked));

        expect(windowed).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  }, 60_000);
});

describe('statements', () => {
  /** Among so few rows nothing would go along an index. */
  const AS_SEARCHES = 'set random_page_cost = 1.1; set max_parallel_workers_per_gather = 0; set enable_seqscan = off';
  const onePool = () => openPool({ url: database.url, applicationName: 'almanac-test', max: 1, onError: () => {} });

  async function statementsOf(query: Query): Promise<Statement[]> {
    const pool = onePool();
    const statements: Statement[] = [];
    const db = new Kysely<Database>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query: asked }) => void statements.push(asked),
    });
    await searchPage(db, getSearch.query.parse(query), PATIENT);
    await db.destroy();
    return statements;
  }

  const newestAsked = (statements: readonly Statement[]) =>
    statements.filter(({ sql: text, parameters }) => /order by d\.published/.test(text) && parameters.length > 0);

  it('ask for the newest once, by the labels of months and of KEV', async () => {
    const [statements] = await inBothWays(() => statementsOf({ q: 'everywhere' }));
    const newest = newestAsked(statements);

    expect(newest).toHaveLength(1);
    expect(newest[0]?.parameters.join(' ')).toMatch(/'d=\d{6}'.* 'k=kev'/);
  });

  it('ask for those of a word that is nearly everywhere by their dates: the newest month has more of them than are wanted', async () => {
    const [statements] = await inBothWays(() => statementsOf({ q: 'filler or everywhere' }));

    expect(newestAsked(statements)).toHaveLength(1);
    expect(newestAsked(statements)[0]?.parameters.join(' ')).not.toContain('d=');
  });

  it.each([
    ['third', 1],
    ['fourth', 0],
  ])('rank %s, of which the estimate is in doubt, once: the index has counted it', async (q, newest) => {
    const [statements] = await inBothWays(() => statementsOf({ q }));

    expect(statements.filter(({ sql: text }) => text.includes('ts_rank_cd'))).toHaveLength(1);
    expect(newestAsked(statements)).toHaveLength(newest);
  });

  it('ask for those of a phrase by months: how many have it is not known', async () => {
    const [statements] = await inBothWays(() => statementsOf({ q: '"everywhere even" or "even everywhere"' }));

    expect(newestAsked(statements)).toHaveLength(1);
    expect(newestAsked(statements)[0]?.parameters.join(' ')).toContain('d=');
  });

  it('read the documents of no month that is not needed', async () => {
    const [statements] = await inBothWays(() => statementsOf({ q: 'everywhere' }));
    const pool = onePool();
    await pool.query(AS_SEARCHES);
    const plan = await planOf(pool, newestAsked(statements)[0] ?? { sql: '', parameters: [] });
    await pool.end();

    expect(rowsRead(plan)).toBeLessThan(2 * VULNERABILITIES);
  });

  it.each([
    [{ q: 'even' }, /select distinct v\.key/, ['Index Only Scan', 'vulnerability_record_held']],
    [{ severity: 'high', sort: 'severity' }, /order by v\.severity_place/, ['Index Scan', 'vulnerability_severity']],
    [{ publishedAfter: '2020-01-01' }, /order by v\.published_place/, ['Index Only Scan', 'vulnerability_published']],
    [{ severity: 'high', sort: 'severity' }, /count\(\*\)/, ['Index Only Scan', 'vulnerability_rating']],
  ])('%j %s goes along an index', async (query: Query, statement, expected) => {
    const asked = (await statementsOf(query)).find(({ sql: text }) => statement.test(text));
    const pool = onePool();
    await pool.query(AS_SEARCHES);
    const plan = JSON.stringify(await planOf(pool, asked ?? { sql: '', parameters: [] }));
    await pool.end();

    for (const part of expected) expect(plan).toContain(part);
  });
});

describe('the months', () => {
  const ofBothWays = () => inBothWays(() => searchMonths(databases.primary));

  it('go from the newest document back to the first, one by one and then by years', async () => {
    const [months] = await ofBothWays();
    const { rows } = await sql<{ oldest: string }>`
      select to_char(min(published), '"''d="YYYYMM"''"') as oldest from search_document`.execute(databases.primary);
    const parts = months?.parts.map((labels) => labels.split(' | ')) ?? [];
    const all = parts.flat();

    expect(all[0]).toBe(`'d=${new Date().toISOString().slice(0, 7).replace('-', '')}'`);
    expect(all.at(-1)).toBe(rows[0]?.oldest);
    expect(all).toEqual([...new Set(all)].toSorted().toReversed());
    expect(parts.map(({ length }) => length).slice(0, 14)).toEqual([...Array(12).fill(1), 12, 12]);
  });

  it('are none while documents may be without labels', async () => {
    const [, unlabelled] = await ofBothWays();

    expect(unlabelled).toBeNull();
  });

  it('go back fifty years: what is older is found by date', async () => {
    await sql`update search_document set published = '0203-01-01' where record_id = 1000001`.execute(databases.primary);
    const [months] = await ofBothWays();

    expect(months?.parts.join(' | ').split(' | ')).toHaveLength(50 * 12 + 1);
  });
});
