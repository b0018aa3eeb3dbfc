import { sql } from 'kysely';
import { fillPacks } from '../src/ingest/fill-packs.ts';
import { createTestDatabase, openTestDatabases } from '../test/support/database.ts';
import { fillGiant } from '../test/support/worlds/giant-package.ts';
import { byId, osvSays } from '../test/support/worlds/package-world.ts';
import { projectionStore } from '../test/support/worlds/projection-store.ts';
import { askPackages } from './packages-matching.ts';
import { sideBySide } from './side-by-side.ts';

const PACKAGES = 500;
const ADVISORIES_EACH = 5;
/** A pack has at most 20,000 statements. */
const GIANT = 19_000;
const FILL_MS = 10 * 60_000;

/**
 * `npm run bench packages`: answers about packages beside the bare engine. Cold: the same rows by one prepared SELECT through the
 * same pool and Fastify, made into JSON. Kept: bare Fastify that sends the same bytes.
 */
export async function benchPackages(): Promise<void> {
  await using database = await createTestDatabase();
  await fillPackages(database.url);
  await sideBySide({
    subject: new URL('packages-subject.ts', import.meta.url),
    args: [database.url],
    paths: NAMES.map((name) => `${name}?ecosystem=npm&version=2.5.0`),
    pairs: [
      { name: '/osv of 5 advisories, nothing kept', bare: 'bare rows', ours: 'cold osv' },
      {
        name: '/osv, nothing kept, beside statements that are planned each time',
        bare: 'unprepared osv',
        ours: 'cold osv',
      },
      { name: '/osv of 5 advisories, kept', bare: 'bare bytes', ours: 'kept osv' },
    ],
  });
}

/** `npm run bench matching`: questions one after the other, in milliseconds: small packages, a thousand at once, and a giant. */
export async function benchMatching(): Promise<void> {
  await using database = await createTestDatabase();
  await fillPackages(database.url);
  await askPackages(database.url);
}

const NAMES = Array.from({ length: PACKAGES }, (_, i) => `package-${i}`);

async function fillPackages(databaseUrl: string): Promise<void> {
  const { primary, close } = openTestDatabases(databaseUrl, { role: 'almanac_worker' });
  const store = projectionStore(primary);
  for (let round = 0; round < ADVISORIES_EACH; round += 1) {
    const records = NAMES.map((name, i) =>
      osvSays(`GHSA-${round}-${i}`, [{ ecosystem: 'npm', name, introduced: '1.0.0', fixed: `${round + 2}.0.0` }]),
    );
    await store.put('osv', byId(...records), new Date());
  }
  await fillGiant(primary, 'giant', GIANT);
  await sql`
    insert into run (source, channel, state, started_at, finished_at, live)
    select id, 'delta', 'ok', now(), now(), 1 from source`.execute(primary);
  await fillPacks(primary, AbortSignal.timeout(FILL_MS));
  await close();
  const owner = openTestDatabases(databaseUrl, { statementTimeoutMs: 0 });
  await sql`vacuum analyze`.execute(owner.primary);
  await owner.close();
}
