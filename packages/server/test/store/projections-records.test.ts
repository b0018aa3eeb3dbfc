import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { type ProjectionStore, projectionStore } from '../support/worlds/projection-store.ts';

let database: TestDatabase;
let databases: AlmanacDatabases;
let store: ProjectionStore;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 3 });
  store = projectionStore(databases.primary);
});
afterEach(() => database.reset());
afterAll(async () => {
  await databases.close();
  await database.close();
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

function cve(id: string, cna: object = {}, metadata: object = {}) {
  return { cveMetadata: { cveId: id, state: 'PUBLISHED', ...metadata }, containers: { cna } };
}

function osv(id: string, aliases: string[], more: object = {}) {
  return { id, modified: '2026-01-01T00:00:00Z', aliases, ...more };
}

const ID = 'CVE-2026-1000';

describe('records of the CVE list', () => {
  it('have one row, that of their newest version', async () => {
    const described = { descriptions: [{ lang: 'en', value: 'A "quoted" \\ flaw' }], tags: ['disputed'] };
    await store.put('cve_list_v5', { [ID]: cve(ID, described) }, day(1));
    await store.put('cve_list_v5', { [ID]: cve(ID, { ...described, title: 'Title' }) }, day(2));

    expect(await databases.primary.selectFrom('cve').selectAll().execute()).toMatchObject([
      { cve_id: ID, seq: 2, title: 'Title', description: 'A "quoted" \\ flaw', tags: ['disputed'], disputed: true },
    ]);
  });

  it('are rejected with the reason and what replaces them, and leave with their record', async () => {
    const rejected = cve(
      ID,
      { rejectedReasons: [{ lang: 'en', value: 'Duplicate' }], replacedBy: ['cve-2026-1001'] },
      { state: 'REJECTED' },
    );
    await store.put('cve_list_v5', { [ID]: cve(ID) }, day(1));
    await store.put('cve_list_v5', { [ID]: rejected }, day(2));
    const shown = await databases.primary.selectFrom('cve').selectAll().execute();
    await store.put('cve_list_v5', { [ID]: null }, day(3));

    expect(shown).toMatchObject([{ state: 'REJECTED', rejected_reason: 'Duplicate', replaced_by: ['CVE-2026-1001'] }]);
    expect(await databases.primary.selectFrom('cve').selectAll().execute()).toEqual([]);
  });

  it('have their weaknesses beside those that others name', async () => {
    const problem = (...cwes: string[]) => ({
      problemTypes: [{ descriptions: cwes.map((cweId) => ({ cweId })) }],
    });
    await store.put('cve_list_v5', { [ID]: cve(ID, problem('CWE-79', 'CWE-89')) }, day(1));
    await store.put('cve_list_v5', { [ID]: cve(ID, problem('CWE-79', 'CWE-20')) }, day(2));
    const weaknesses = [{ description: [{ lang: 'en', value: 'CWE-787' }] }];
    await store.put('nvd', { [ID]: { cve: { id: ID, weaknesses } } }, day(2));

    const rows = await databases.primary
      .selectFrom('weakness')
      .select(['id', 'source', 'cwe'])
      .orderBy('cwe')
      .execute();

    expect(rows).toEqual([
      { id: ID, source: 1, cwe: 20 },
      { id: ID, source: 1, cwe: 79 },
      { id: ID, source: 5, cwe: 787 },
    ]);
  });
});

describe('advisories', () => {
  it('of one id from two sources stand beside each other', async () => {
    const id = 'GHSA-8r3f-844c-mc37';
    await store.put('osv', { [id]: osv(id, [], { summary: 'As OSV has it' }) }, day(1));
    await store.put('advisory', { [id]: { ghsa_id: id, summary: 'As GitHub has it', type: 'reviewed' } }, day(1));

    const rows = await databases.primary
      .selectFrom('advisory')
      .select(['id', 'summary', 'type'])
      .orderBy('source')
      .execute();

    expect(rows).toEqual([
      { id, summary: 'As OSV has it', type: null },
      { id, summary: 'As GitHub has it', type: 'reviewed' },
    ]);
  });
});

describe('aliases', () => {
  const groups = async () => {
    const { rows } = await sql<{ ids: string }>`
      select string_agg(id, ' ' order by id) || case when bool_or(one_sided) then ' one-sided' else '' end as ids
      from alias_group group by group_id order by group_id`.execute(databases.primary);
    return rows.map(({ ids }) => ids);
  };

  it('join ids, and a retraction parts them again', async () => {
    await store.put('osv', { 'GO-1': osv('GO-1', [ID]), 'PYSEC-1': osv('PYSEC-1', [ID, 'CVE-2026-2000']) }, day(1));
    await store.put('osv', { 'RUSTSEC-1': osv('RUSTSEC-1', ['CVE-2026-2000']) }, day(2));
    const joined = await groups();
    await store.put('osv', { 'PYSEC-1': osv('PYSEC-1', [ID]) }, day(3));

    expect(joined).toEqual([`${ID} CVE-2026-2000 GO-1 PYSEC-1 RUSTSEC-1`]);
    expect(await groups()).toEqual([`${ID} GO-1 PYSEC-1`, 'CVE-2026-2000 RUSTSEC-1']);
  });

  it('end with the record that asserted them, and can be asked for as they stood', async () => {
    await store.put('osv', { 'GO-1': osv('GO-1', [ID]) }, day(1));
    await store.put('osv', { 'GO-1': null }, day(2));

    const { rows } = await sql`
      select alias from alias_assertion
      where known_from <= ${day(1)} and (known_to is null or known_to > ${day(1)})`.execute(databases.primary);

    expect(await groups()).toEqual([]);
    expect(rows).toEqual([{ alias: ID }]);
  });

  it('are one-sided as soon as the other side’s record is there and does not answer', async () => {
    await store.put('osv', { 'GO-1': osv('GO-1', ['PYSEC-1']) }, day(1));
    const before = await groups();
    await store.put('osv', { 'PYSEC-1': osv('PYSEC-1', []) }, day(2));
    const unanswered = await groups();
    await store.put('osv', { 'PYSEC-1': osv('PYSEC-1', ['GO-1']) }, day(3));

    expect([before, unanswered, await groups()]).toEqual([
      ['GO-1 PYSEC-1'],
      ['GO-1 PYSEC-1 one-sided'],
      ['GO-1 PYSEC-1'],
    ]);
  });

  it('that two sources assert at once are all joined', async () => {
    await Promise.all([
      store.put('osv', { 'GO-1': osv('GO-1', [ID]) }, day(1)),
      store.put('advisory', { 'GHSA-8r3f-844c-mc37': osv('GHSA-8r3f-844c-mc37', ['GO-1']) }, day(1)),
    ]);

    expect(await groups()).toEqual([`${ID} GHSA-8r3f-844c-mc37 GO-1 one-sided`]);
  });
});

describe('EPSS', () => {
  const file = (date: string, lines: string[]) =>
    [`#model_version:v2025.03.14,score_date:${date}T00:00:00+0000`, 'cve,epss,percentile', ...lines].join('\n');
  const current = () => databases.primary.selectFrom('epss_current').selectAll().orderBy('cve_id').execute();

  it('keeps each day in its place, and the newest as current, in whatever order they come', async () => {
    await store.put('epss', { '2026-01-04': file('2026-01-04', [`${ID},0.00045,0.16001`]) }, day(4));
    await store.put('epss', { '2026-01-02': file('2026-01-02', [`${ID},0.5,0.9`, 'CVE-2026-2000,1,1']) }, day(5));
    await store.put('epss', { '2026-02-01': file('2026-02-01', ['CVE-2026-2000,0.25,0.5']) }, day(6));

    const months = await databases.primary
      .selectFrom('epss_month')
      .selectAll()
      .orderBy('cve_id')
      .orderBy('month')
      .execute();

    expect(months).toEqual([
      { cve_id: ID, month: '2026-01-01', scores: [null, 50_000, null, 45], percentiles: [null, 90_000, null, 16_001] },
      { cve_id: 'CVE-2026-2000', month: '2026-01-01', scores: [null, 100_000], percentiles: [null, 100_000] },
      { cve_id: 'CVE-2026-2000', month: '2026-02-01', scores: [25_000], percentiles: [50_000] },
    ]);
    expect(await current()).toEqual([
      { cve_id: ID, score: 45, percentile: 16_001, scored_on: '2026-01-04', model: 'v2025.03.14' },
      { cve_id: 'CVE-2026-2000', score: 25_000, percentile: 50_000, scored_on: '2026-02-01', model: 'v2025.03.14' },
    ]);
  });

  it('writes nothing for a day that it has', async () => {
    const rows = sql`select xmin::text from epss_current union all select xmin::text from epss_month`;
    await store.put('epss', { a: file('2026-01-04', [`${ID},0.00045,0.16001`]) }, day(4));
    const before = await rows.execute(databases.primary);
    await store.put('epss', { b: file('2026-01-04', [`${ID},0.00045,0.16001`]) }, day(5));

    expect((await rows.execute(databases.primary)).rows).toEqual(before.rows);
  });
});

describe('search', () => {
  const found = async (query: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from search_document
      where document @@ (websearch_to_tsquery('english', ${query}) || websearch_to_tsquery('simple', ${query}))
      order by ts_rank_cd(document, websearch_to_tsquery('simple', ${query})) desc, id`.execute(databases.primary);
    return rows.map(({ id }) => id);
  };

  it('finds ids, names letter by letter, and prose by its stems', async () => {
    const named = { vendor: 'Apache', product: 'Log4j' };
    const descriptions = [{ lang: 'en', value: 'Attackers executing arbitrary commands' }];
    await store.put('cve_list_v5', { [ID]: cve(ID, { descriptions, affected: [named] }) }, day(1));
    const affected = [{ package: { ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j-core' } }];
    await store.put('osv', { 'GHSA-a': osv('GHSA-a', [ID], { affected, summary: 'Remote code' }) }, day(1));

    expect(await found('cve-2026-1000')).toEqual([ID, 'GHSA-a']);
    expect(await found('log4j')).toEqual(['GHSA-a', ID]);
    expect(await found('executed')).toEqual([ID]);
    expect(await found('vendor-that-is-not')).toEqual([]);
  });

  it('knows what is exploited, also of records that came before', async () => {
    const entry = {
      cveID: ID,
      vendorProject: 'A',
      product: 'B',
      vulnerabilityName: 'C',
      dateAdded: '2026-01-02',
      dueDate: '2026-01-03',
      requiredAction: 'Update',
    };
    const kev = async () =>
      (
        await sql<{ kev: boolean; labelled: boolean }>`
          select kev, document @@ '''k=kev''' as labelled from search_document`.execute(databases.primary)
      ).rows.map((row) => row.kev && row.labelled);
    await store.put('cve_list_v5', { [ID]: cve(ID) }, day(1));
    const before = await kev();
    await store.put('kev', { [ID]: entry }, day(2));
    await store.put('osv', { 'GHSA-a': osv('GHSA-a', [ID]) }, day(3));
    const listed = await kev();
    await store.put('kev', { [ID]: null }, day(4));

    expect([before, listed, await kev()]).toEqual([[false], [true, true, true], [false, false]]);
  });
});
