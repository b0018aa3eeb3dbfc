import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import { testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { pgbouncerUnavailable, startPgbouncer, tracksStatements } from '../support/processes/pgbouncer.ts';
import { fillCveWorld, IDS } from '../support/worlds/cve-world.ts';

const ADDRESSES = [
  `/cve/${IDS.published}`,
  `/cve/${IDS.published}/dossier`,
  `/cve/${IDS.partial}`,
  '/osv/harbour?ecosystem=PyPI&version=1.0',
  '/vulns/harbour?version=1.0',
  '/recent-advisories',
];

describe.skipIf(pgbouncerUnavailable !== null)('the api behind PgBouncer', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const worker = openTestDatabases(database.url, { role: 'almanac_worker' });
    await fillCveWorld(worker.primary);
    await worker.close();
  });
  afterAll(() => database.close());

  const answers = async (databaseUrl: string, prepare: boolean) => {
    await using app = await testApp({ routes: ROUTES, databaseUrl, prepare, settings: { cacheBytes: 1 } });
    const rounds = [];
    // Several at once on two connections: what one has prepared another is asked for.
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(ADDRESSES.map((address) => app.get(`/api/v1${address}`)));
      rounds.push(all.map(({ status, text }) => `${status} ${text}`));
    }
    return rounds;
  };

  it.each([
    ['transaction', false],
    ['session', true],
    ...(tracksStatements ? [['transaction', true] as const] : []),
  ] as const)('answers the same by %s, statements prepared: %s', { timeout: 30_000 }, async (mode, prepare) => {
    const direct = await answers(database.url, true);
    await using bouncer = await startPgbouncer(database.url, mode);
    const through = await answers(bouncer.url, prepare);

    expect(through.flat().every((answer) => answer.startsWith('200 '))).toBe(true);
    expect(through).toEqual(direct);
  });

  it.skipIf(tracksStatements)(
    'of a version before 1.21 loses prepared statements, so that there is a setting',
    async () => {
      await using bouncer = await startPgbouncer(database.url, 'transaction');
      const through = await answers(bouncer.url, true);

      expect(through.flat().some((answer) => answer.startsWith('500 '))).toBe(true);
    },
  );
});
