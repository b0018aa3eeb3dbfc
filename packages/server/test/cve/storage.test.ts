import { expect, it } from 'vitest';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { testApp } from '../support/app.ts';
import { migrationsDirectory, openTestDatabases } from '../support/database.ts';
import { clusterUnavailable, startPostgres } from '../support/processes/postgres-cluster.ts';
import { fillCveWorld, IDS } from '../support/worlds/cve-world.ts';

it.skipIf(clusterUnavailable !== null)(
  'without PostgreSQL kept answers stay, and nothing is said not to exist',
  async () => {
    await using server = await startPostgres();
    await migrate({ url: server.url, directory: migrationsDirectory });
    const { primary, close } = openTestDatabases(server.url, { role: 'almanac_worker' });
    await fillCveWorld(primary);
    await close();
    await using app = await testApp({ routes: ROUTES, pages: PAGES, databaseUrl: server.url });
    const addresses = [`/api/v1/cve/${IDS.published}`, `/api/v1/cve/${IDS.published}/dossier`, `/${IDS.published}`];
    const before = await Promise.all(addresses.map((address) => app.get(address)));

    await server.kill();
    app.clock.now += 3_600_000;

    const after = await Promise.all(addresses.map((address) => app.get(address)));
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(after[0]?.body['data']).toEqual(before[0]?.body['data']);
    expect(after[0]?.body['integrity'].sources).toEqual(before[0]?.body['integrity'].sources);
    for (const id of [IDS.fourDigits, IDS.unknown, IDS.unasked]) {
      for (const address of [`/api/v1/cve/${id}`, `/api/v1/cve/${id}/dossier`, `/api/v1/cve/${id}/history`, `/${id}`]) {
        const { status, body } = await app.get(address);
        expect([address, status, body['code']]).toEqual([address, 503, 'STORAGE_UNAVAILABLE']);
      }
    }
  },
);
