import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { run } from '../support/processes/command.ts';
import { cve, fillEvidence } from '../support/worlds/filled-store.ts';

let database: TestDatabase;
let databases: AlmanacDatabases;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { max: 2 });
});
beforeEach(() => fillEvidence(databases.primary));
afterEach(() => database.reset());
afterAll(async () => {
  await databases.close();
  await database.close();
});

const verify = () => run({ DATABASE_URL: database.url }, ['verify']);
const rootOf = (out: string) => /^all .*$/m.exec(out)?.[0];

const DAMAGES: readonly (readonly [change: string, complaint: string])[] = [
  [`delete from kev where cve_id = '${cve(1)}'`, `kev ${cve(1)} has no row in kev of its newest version`],
  [
    `update cve set seq = 7 where cve_id = '${cve(4)}'`,
    `cve_list_v5 ${cve(4)} has no row in cve of its newest version`,
  ],
  [`delete from nvd where cve_id = '${cve(1)}'`, `nvd ${cve(1)} has no row in nvd of its newest version`],
  [`delete from advisory where id = 'GO-2026-2'`, 'osv GO-2026-2 has no row in advisory of its newest version'],
  ['delete from epss_day', 'epss 2026-01-04 has no row in epss_day of its newest version'],
  [
    `delete from search_document where id = '${cve(5)}'`,
    `cve_list_v5 ${cve(5)} has no row in search_document of its newest version`,
  ],
  [
    `insert into weakness (record_id, cwe, id, source) values (999999, 79, 'CVE-1999-0001', 1)`,
    'record 999999 has a row in weakness, but the source has no such record now',
  ],
  [
    `update affected set known_to = null where record_id = (select id from record where key = 'GO-2026-1')`,
    'osv GO-2026-1 has a row in affected, but the source has no such record now',
  ],
  [
    `insert into affected_set select id, sha256('') from record where key = 'GO-2026-1'`,
    'osv GO-2026-1 has a row in affected_set, but the source has no such record now',
  ],
  [
    `insert into alias_assertion (record_id, alias, known_from, id, source) select id, 'x', now(), key, source
   from record where source = 5 and key = '${cve(1)}'`,
    `nvd ${cve(1)} has a row in alias_assertion, but the source has no such record now`,
  ],
];

describe('verify and what is computed from evidence', () => {
  it('finds rows that are missing, outdated, or of records that are gone', async () => {
    const before = await verify();
    for (const [change] of DAMAGES) await databases.pool.query(change);

    const after = await verify();

    const listed = after.out.split('Mismatches: ')[1]?.split('\n').slice(1, -1);
    expect(before).toMatchObject({ code: 0, out: expect.not.stringContaining('Mismatches') });
    expect(after.code).toBe(1);
    expect(after.out).toContain(`Mismatches: ${DAMAGES.length}\n`);
    expect(listed?.sort()).toEqual(DAMAGES.map(([, complaint]) => `  ${complaint}`).sort());
    expect(rootOf(after.out)).toBe(rootOf(before.out));
  });

  it('makes stored bodies again, and finds those that say something else', async () => {
    const rebuilt = await run({ DATABASE_URL: database.url }, ['rebuild', 'cve_bodies']);
    const before = await verify();
    const [first, second] = await databases.primary
      .selectFrom('cve_body')
      .select('cve_id')
      .orderBy('cve_id')
      .limit(2)
      .execute();
    await databases.pool.query(`update cve_body set head = rest where cve_id = $1`, [first?.cve_id]);
    await databases.pool.query(`update cve_body set dossier = head where cve_id = $1`, [second?.cve_id]);

    const after = await verify();

    expect(rebuilt.out).toMatch(/^cve_bodies +[1-9]\d* rows/m);
    expect(before).toMatchObject({ code: 0, out: expect.stringMatching(/^[1-9]\d* bodies of CVEs were made again/m) });
    expect(after.code).toBe(1);
    for (const one of [first, second])
      expect(after.out).toContain(`the body of ${one?.cve_id} is not what its records come to`);
  });

  it('says that it did not compare while a rebuild is under way', async () => {
    const client = await databases.pool.connect();
    await client.query(`select pg_advisory_lock(x'70726f6a'::integer, 0)`);

    const { code, out } = await verify();

    expect(code).toBe(1);
    expect(out).toContain('Projections were not compared: a rebuild is under way.');
    client.release(true);
  });
});
