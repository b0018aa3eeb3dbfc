import { getSearch } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchPage } from '../../src/app/search/page.ts';
import { withinTime } from '../../src/queries/within-time.ts';
import { openTestDatabases } from '../support/database.ts';
import { PATIENT } from '../support/search/patient.ts';
import { type FindingWorld, findingWorld, madeCve, madeKev } from '../support/worlds/finding-world.ts';

let world: FindingWorld;

const COMMON = 6_000;
const OLD = 'CVE-1999-0001';
beforeAll(async () => {
  world = await findingWorld();
  const at = new Date('2026-01-01T00:00:00Z');
  const old = madeCve(OLD, { title: 'Everywhere', description: 'Everywhere.', published: '1999-01-01T00:00:00Z' });
  await world.store.put('cve_list_v5', { [OLD]: old }, at);
  await world.store.put('kev', { [OLD]: madeKev(OLD) }, at);
  // Straight into the table: what is asked here is what happens when there are many.
  await sql`
    insert into search_document (record_id, id, source, cve_id, published, kev, withdrawn, document)
    select 1000000 + n, id, 1, id, timestamptz '2025-01-01' + n * interval '1 minute', false, false,
           to_tsvector('english', case n % 6 when 0 then 'everywhere seldom' else 'everywhere' end)
    from generate_series(1, ${COMMON}::integer) as n, lateral (select 'CVE-2025-' || 10000 + n) as made (id)
    `.execute(world.databases.primary);
  await sql`
    insert into vulnerability_record (vuln, record_id, id, source, several)
    select id, record_id, id, source, false from search_document where record_id > 1000000`.execute(
    world.databases.primary,
  );
  await sql`
    insert into vulnerability (key, published, kev, withdrawn)
    select id, published, false, false from search_document where record_id > 1000000`.execute(world.databases.primary);
});
afterAll(() => world[Symbol.asyncDispose]());

const ask = (query: Record<string, string>, times = PATIENT) =>
  searchPage(world.databases.primary, getSearch.query.parse(query), times);

describe.each(['before', 'after'])('a word that thousands hold, %s the planner knows of it', (when) => {
  beforeAll(async () => {
    if (when === 'before') return;
    const owner = openTestDatabases(world.database.url); // only the owner may
    await sql`analyze search_document, vulnerability_record, vulnerability`.execute(owner.primary);
    await owner.close();
  });

  it('is sorted and counted whole', async () => {
    const page = await ask({ q: 'everywhere', sort: 'date', limit: '3' });

    expect(page).toMatchObject({ total: COMMON + 1, totalType: 'exact', truncated: false });
    expect(page.results.map(({ id }) => id)).toEqual([16_000, 15_999, 15_998].map((n) => `CVE-2025-${n}`));
  });

  it('shows what is exploited, however old', async () => {
    const { results } = await ask({ q: 'everywhere', limit: '200' });

    expect(results[0]?.id).toBe(OLD);
  });

  it('is counted exactly where another word leaves fewer', async () => {
    const page = await ask({ q: 'everywhere seldom', limit: '1' });

    expect([page.total, page.totalType, page.truncated]).toEqual([1_000, 'exact', false]);
  });

  // Thirty pages each: before the planner knows, one way of sorting.
  it.each(when === 'before' ? ['relevance'] : ['relevance', 'date', 'severity'])(
    'can be read to the end by %s, each once',
    async (sort) => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const given: Record<string, string> = cursor === '' ? {} : { cursor };
        const page: Awaited<ReturnType<typeof ask>> = await ask({ q: 'everywhere', sort, limit: '200', ...given });
        expect([page.total, page.totalType]).toEqual([COMMON + 1, 'exact']);
        seen.push(...page.results.map(({ id }) => id));
        cursor = page.nextCursor;
      }

      expect([seen.length, new Set(seen).size]).toEqual([COMMON + 1, COMMON + 1]);
    },
  );
});

describe('time', () => {
  it('that is up gives an answer with what there is, and no error', async () => {
    const page = await ask(
      { q: 'everywhere' },
      { all: 0, newest: 0, some: 0, walk: 0, count: 0, rescue: 0, together: 0 },
    );

    expect(page).toMatchObject({ results: [], total: 0, totalType: 'at_least', truncated: true });
  });

  it('that is up while the newest are looked for leaves some of them', async () => {
    const page = await ask({ q: 'everywhere' }, { ...PATIENT, newest: 0 });

    expect(page).toMatchObject({ totalType: 'at_least', truncated: true });
    expect(page.results.length).toBeGreaterThan(0);
  });

  it('that is up while they are counted leaves the rows, and at least so many', async () => {
    const page = await ask({ q: 'everywhere', limit: '200' }, { ...PATIENT, all: 1, count: 0 });

    expect(page.results).toHaveLength(200);
    expect(page.nextCursor).not.toBeNull();
    expect(page.total).toBeGreaterThan(200);
  });

  it('that is up for one statement leaves the connection as it was', async () => {
    const { primary } = world.databases;
    const slow = await withinTime(primary, 20, (trx) => sql`select pg_sleep(30)`.execute(trx));
    const quick = await withinTime(
      primary,
      60_000,
      async (trx) => (await sql<{ one: number }>`select 1 as one`.execute(trx)).rows,
    );
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(primary);

    expect([slow, quick, rows[0]?.statement_timeout]).toEqual([null, [{ one: 1 }], '30s']);
  });

  it('does not cover other mistakes', async () => {
    const wrong = withinTime(world.databases.primary, 1_000, (trx) => sql`select 1 / 0`.execute(trx));

    await expect(wrong).rejects.toThrow('division by zero');
  });
});
