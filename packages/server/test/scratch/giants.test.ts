import { sql } from 'kysely';
import { it } from 'vitest';
import { corpusLines } from '../../../../test/corpus.ts';
import { fillPacks } from '../../src/ingest/fill-packs.ts';
import { createTestDatabase, openTestDatabases } from '../support/database.ts';
import { wasRead } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const NAMES =
  /:linux:linux_kernel:|:gitlab:gitlab:|:mozilla:firefox:|:google:chrome:|:wordpress:wordpress:|:google:tensorflow:|:oracle:mysql:|:apple:macos:|:php:php:/;
it('builds', { timeout: 3_600_000 }, async () => {
  const database = await createTestDatabase();
  const own = openTestDatabases(database.url, { role: 'almanac_worker' });
  const store = projectionStore(own.primary);
  const at = new Date('2026-11-01T00:00:00Z');
  let batch: Record<string, unknown> = {};
  let n = 0;
  const flush = async (source: 'nvd' | 'osv' | 'cve_list_v5') => {
    if (Object.keys(batch).length) await store.put(source, batch, at);
    batch = {};
  };
  for await (const line of corpusLines('nvd/records.jsonl.gz')) {
    if (!NAMES.test(line)) continue;
    const value = JSON.parse(line);
    batch[value.cve.id] = value;
    n += 1;
    if (n % 200 === 0) {
      await flush('nvd');
      if (n % 2000 === 0) console.log(n);
    }
  }
  await flush('nvd');
  console.log('nvd', n);
  n = 0;
  for await (const line of corpusLines('cve-list/records.jsonl.gz')) {
    if (
      !/"vendor":"(Linux|GitLab|Mozilla|Google|Apple|Oracle Corporation|WordPress Foundation|PHP Group|chromium|linux|google|mozilla|gitlab)"/.test(
        line,
      )
    )
      continue;
    const value = JSON.parse(line);
    batch[value.cveMetadata.cveId] = value;
    n += 1;
    if (n % 200 === 0) {
      await flush('cve_list_v5');
      if (n % 2000 === 0) console.log(n);
    }
  }
  await flush('cve_list_v5');
  console.log('cves', n);
  n = 0;
  for await (const line of corpusLines('osv/go.jsonl.gz')) {
    n += 1;
    if (n % 4) continue;
    const value = JSON.parse(line);
    batch[value.id] = value;
    if (Object.keys(batch).length === 200) await flush('osv');
  }
  await flush('osv');
  for (const source of ['osv', 'nvd', 'cve_list_v5', 'advisory'] as const)
    await wasRead(own.primary, source, { at: new Date() });
  await fillPacks(own.primary, AbortSignal.timeout(3_000_000));
  const { rows } =
    await sql`select vendor, name, sum(octet_length(pack)) as bytes, count(*) as parts from package_pack group by 1,2 order by 3 desc nulls last limit 12`.execute(
      own.primary,
    );
  console.log(rows);
  await own.close();
  const name = new URL(database.url).pathname.slice(1);
  const admin = openTestDatabases(process.env['DATABASE_URL'] ?? '');
  await sql`drop database if exists giants_keep`.execute(admin.primary);
  await sql.raw(`create database giants_keep template ${name}`).execute(admin.primary);
  await admin.close();
  await database.close();
});
