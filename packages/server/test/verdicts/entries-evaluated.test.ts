import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LARGE_ROWS } from '../../src/http/admission/computations.ts';
import { graphVulns } from '../../src/http/routes/graph/vulns.ts';
import { osv } from '../../src/http/routes/packages/osv.ts';
import { purls } from '../../src/http/routes/packages/purls.ts';
import { vulns } from '../../src/http/routes/packages/vulns.ts';
import { remediation } from '../../src/http/routes/sbom/remediation.ts';
import { testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { ROOMY } from '../support/roomy.ts';
import { plainRoute } from '../support/routes.ts';
import { fillGiant } from '../support/worlds/giant-package.ts';
import { wasRead } from '../support/worlds/package-world.ts';

const ENTRIES = 40;
/** Entries, the same once more for what may match, and what the record of each says besides. */
const WITH_RECORDS = 3 * ENTRIES;

/** Refused once the entries are used up. */
const large = plainRoute('/large', async ({ evaluated }) => {
  evaluated?.(LARGE_ROWS + 1);
  return { data: {} };
});

describe(`an answer about a package of ${ENTRIES} entries, which all hold`, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { primary: db, close } = openTestDatabases(database.url, { role: 'almanac_worker' });
    await fillGiant(db, 'big', ENTRIES, 1);
    await wasRead(db, 'osv');
    await close();
  });
  afterAll(() => database.close());

  it.each<[string, object | null, number]>([
    ['/vulns/big?version=0.0.1', null, 2 * WITH_RECORDS],
    ['/graph/package/big/vulns?version=0.0.1', null, WITH_RECORDS + ENTRIES],
    ['/osv/big?ecosystem=npm&version=0.0.1', null, ENTRIES],
    ['/purls', { purls: ['pkg:npm/big@0.0.1', 'pkg:npm/big@0.0.2'] }, 2 * ENTRIES],
    ['/purls', { purls: ['pkg:nix/big@0.0.1'] }, 2 * WITH_RECORDS],
    ['/remediation/plan', { packages: ['pkg:npm/big@0.0.1', 'pkg:npm/big@0.0.2'] }, 3 * ENTRIES],
    ['/remediation/plan', { packages: ['pkg:nix/big@0.0.1'] }, WITH_RECORDS + ENTRIES],
  ])('of %s %o costs its caller %i entries', async (path, body, entries) => {
    const asked = body === null ? {} : { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) };

    const statuses = [];
    for (const withoutKey of [entries - 1, entries]) {
      await using app = await testApp({
        routes: [vulns, purls, graphVulns, osv, remediation, large],
        databaseUrl: database.url,
        settings: { callerBudgets: { ...ROOMY, entries: { withoutKey, withKey: withoutKey } }, deadlineMs: 60_000 },
      });
      statuses.push((await app.get(`/api/v1${path}`, asked)).status);
      statuses.push((await app.get('/api/v1/large')).status);
    }

    expect(statuses).toEqual([200, 429, 200, 200]);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };
