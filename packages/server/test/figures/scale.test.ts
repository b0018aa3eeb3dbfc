import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadEcosystemStats } from '../../src/queries/aggregates/ecosystem-stats.ts';
import { fixRates } from '../../src/queries/aggregates/fix-rate.ts';
import { loadSeverityBreakdown } from '../../src/queries/aggregates/severity-breakdown.ts';
import { cveIdsAfter } from '../../src/queries/cve-ids-after.ts';
import { packagePast } from '../../src/queries/package-history.ts';
import { packagesNamed } from '../../src/queries/packages-named.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';

/** A CVE each, of which every second has an advisory; one in four is fixed. */
const CVES = 10_000;

let database: TestDatabase;
let databases: AlmanacDatabases;

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection: what it has read is told by its own statistics.
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 1 });
  const db = databases.primary;
  await sql`insert into record (source, key) select 1, 'CVE-2020-' || 10000 + i from generate_series(1, ${CVES}::integer) as i`.execute(
    db,
  );
  await sql`
    insert into record (source, key) select 3, 'GHSA-' || i from generate_series(2, ${CVES}::integer, 2) as i`.execute(
    db,
  );
  const { rows: runs } = await sql<{ id: number }>`
    insert into run (source, channel, state, started_at, finished_at) values (3, 'bulk', 'ok', now(), now()) returning id`.execute(
    db,
  );
  await sql`
    insert into version (record_id, seq, observed_at, basis, run_id)
    select id, 1, now(), 0, ${runs[0]?.id}::bigint from record`.execute(db);
  await sql`insert into current_version (record_id, seq, observed_at) select id, 1, now() from record`.execute(db);
  await sql`
    insert into cve (cve_id, record_id, seq, state, published, replaced_by, severity, vector, disputed, tags, reference_count)
    select key, id, 1, 'PUBLISHED', '2020-01-01', '{}', case when right(key, 1) = '5' then 'high' end, 'x', false, '{}', 0
    from record where source = 1`.execute(db);
  await sql`
    insert into advisory (id, source, record_id, seq, ecosystems) select key, 3, id, 1, '{npm}' from record where source = 3`.execute(
    db,
  );
  await sql`
    insert into vulnerability_record (vuln, record_id, id, source, several)
    select cve_id, record_id, cve_id, 1, false from cve
    union all
    select 'CVE-2020-' || 10000 + substring(id from 6)::integer, record_id, id, 3, false from advisory`.execute(db);
  await sql`
    insert into vulnerability (key, published, severity, kev, withdrawn)
    select cve_id, published, severity, false, false from cve`.execute(db);
  await sql`insert into package (ecosystem, name) select 'npm', 'p' || i from generate_series(0, ${CVES / 10 - 1}::integer) as i`.execute(
    db,
  );
  await sql`
    insert into affected (record_id, known_from, package_id, source, withdrawn, claims)
    select record_id, now(), 1 + row_number() over () % ${CVES / 10}::integer, 3, false,
           case when substring(id from 6)::integer % 4 = 0 then '{"c":[{"k":"semver","o":"semver","e":["i0","f1.2"]}]}'
                else '{"c":[{"k":"semver","o":"semver","e":["i0"]}]}' end
    from advisory`.execute(db);
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

interface Reads {
  readonly scans: number;
  readonly lookups: number;
}

/** How often the work went through whole tables, and how often it looked something up in one. */
async function readsOf(work: () => Promise<unknown>, tables = TABLES): Promise<Reads> {
  const before = await counters(tables);
  await work();
  const after = await counters(tables);
  return { scans: after.scans - before.scans, lookups: after.lookups - before.lookups };
}

const TABLES = ['cve', 'nvd', 'advisory', 'affected', 'package', 'vulnerability', 'vulnerability_record', 'record'];

async function counters(tables: readonly string[]): Promise<Reads> {
  const db = databases.primary;
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<Reads>`
    select sum(seq_scan)::bigint as scans, sum(coalesce(idx_scan, 0))::bigint as lookups from pg_stat_user_tables
    where relname = any(${tables}::text[])`.execute(db);
  return rows[0] ?? { scans: 0, lookups: 0 };
}

it('reads each table a few times over, however many rows it has', async () => {
  const db = databases.primary;
  const counted = await loadSeverityBreakdown(db);
  const fixes = await fixRates(db);
  const { totals } = await loadEcosystemStats(db);

  expect(counted.total).toBe(CVES);
  expect([counted.bySeverity.high, counted.bySeverity.unknown]).toEqual([CVES / 10, (CVES * 9) / 10]);
  expect(counted.byEcosystem).toMatchObject([{ ecosystem: 'npm', total: CVES / 2 }]);
  expect(fixes.overall).toEqual({ total: CVES / 2, fixed: CVES / 4, rate: 0.5 });
  expect(totals).toMatchObject({ records: CVES / 2, packages: CVES / 10 });
  for (const work of [loadSeverityBreakdown, fixRates, loadEcosystemStats]) {
    const { scans, lookups } = await readsOf(() => work(db));
    expect(scans).toBeLessThan(30);
    // One for each package at most, to see whether a record speaks of it.
    expect(lookups).toBeLessThan(CVES / 10 + 100);
  }
});

it('walks over all CVE ids in pages, each of which reads no more than its own ids', async () => {
  const db = databases.primary;
  const seen: string[] = [];
  const { scans, lookups } = await readsOf(async () => {
    for (let after: string | undefined = 'CVE-'; after !== undefined; after = seen.at(-1)) {
      const page = await cveIdsAfter(db, after, 1_000);
      if (page.length === 0) break;
      seen.push(...page);
    }
  });

  expect(seen).toHaveLength(CVES);
  expect(new Set(seen).size).toBe(CVES);
  expect(scans + lookups).toBeLessThan(10 * (CVES / 1_000 + 2));
});

it('reads the history of a package by its own rows alone', async () => {
  const db = databases.primary;
  const packages = (await packagesNamed(db, [{ name: 'p7', ecosystem: 'npm' }])).packages.flat();
  let rows = 0;

  const { scans, lookups } = await readsOf(async () => {
    rows = (await packagePast(db, packages)).rows.length;
  }, ['affected']);

  expect(rows).toBe(CVES / 2 / (CVES / 10));
  expect([scans, lookups]).toEqual([0, 2]);
});
