import { sql } from 'kysely';
import { sbom } from '../src/http/routes/sbom/sbom.ts';
import { fillPacks } from '../src/ingest/fill-packs.ts';
import { openPool, type Pool } from '../src/platform/postgres.ts';
import { grantedKey } from '../test/support/access.ts';
import { createTestDatabase, openTestDatabases } from '../test/support/database.ts';
import { KNOWN_PACKAGES, madeComponents, madeSbom } from '../test/support/worlds/made-sbom.ts';
import { fillMany } from '../test/support/worlds/many-packages.ts';
import { benchApp } from './bench-app.ts';
import { loadLine } from './best-of.ts';

const SIZES = [100, 1_000, 10_000, 50_000];
const ROUNDS = 5;
const WARM_UP = 40;
const WARM_UP_SIZE = 1_000;
const FILL_MS = 10 * 60_000;

/**
 * `npm run bench sbom`: a document from its bytes to the bytes of its answer, beside the one query that finds all rows about its
 * packages and sends them on as they are, without comparing a version. In turns, so that a busy machine is busy for both; the best
 * round of each.
 */
export async function benchSbom(): Promise<void> {
  await using database = await createTestDatabase();
  const { primary, close } = openTestDatabases(database.url, { role: 'almanac_worker' });
  await fillMany(primary, { packages: KNOWN_PACKAGES, advisoriesEach: 4 });
  await sql`
    insert into run (source, channel, state, started_at, finished_at, live)
    select id, 'delta', 'ok', now(), now(), 1 from source`.execute(primary);
  await fillPacks(primary, AbortSignal.timeout(FILL_MS));
  const { key } = await grantedKey(primary);
  await close();
  const owner = openTestDatabases(database.url, { statementTimeoutMs: 0 });
  await sql`vacuum analyze`.execute(owner.primary);
  await owner.close();

  const pool = openPool({
    url: database.url,
    applicationName: 'bench',
    role: 'almanac_api',
    max: 4,
    onError: () => {},
  });
  const app = benchApp({ routes: [sbom], databaseUrl: database.url, cacheBytes: 1 });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const rows = [];
  try {
    // The process starts with the first, and its code is compiled after some.
    for (let round = 0; round < WARM_UP; round += 1) {
      await bare(pool, WARM_UP_SIZE);
      await post(address, key, madeSbom(WARM_UP_SIZE));
    }
    for (const size of SIZES) {
      const body = madeSbom(size);
      const full = size === 50_000 ? madeSbom(size, 20_900_000) : body;
      const times: { bare: number[]; ours: number[]; full: number[] } = { bare: [], ours: [], full: [] };
      let answer = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        times.bare.push((await timed(() => bare(pool, size))).ms);
        const { ms, value } = await timed(() => post(address, key, body));
        times.ours.push(ms);
        answer = value;
        if (full !== body) times.full.push((await timed(() => post(address, key, full))).ms);
      }
      const [bareMs, oursMs] = [Math.min(...times.bare), Math.min(...times.ours)];
      rows.push({
        components: size,
        'sent kB': Math.round(body.length / 1_000),
        'answer kB': Math.round(answer / 1_000),
        'bare query ms': Math.round(bareMs),
        'ours ms': Math.round(oursMs),
        'ratio (bare / ours)': Number((bareMs / oursMs).toFixed(2)),
        ...(full === body ? {} : { 'ours of 20 MB ms': Math.round(Math.min(...times.full)) }),
      });
    }
  } finally {
    await app.close();
    await pool.end();
  }
  console.table(rows);
  console.log(loadLine());
}

/** All rows about the packages, as they are. */
async function bare(pool: Pool, size: number): Promise<number> {
  const names = madeComponents(size).map(({ name }) => name);
  const { rows } = await pool.query(
    `select asked.name, record.key, affected.claims, encode(kept.raw_sha256, 'hex') as sha256
     from unnest($1::text[]) as asked (name)
     join package on package.name = asked.name and package.ecosystem = 'npm'
     join affected on affected.package_id = package.id and affected.known_to is null
     join record on record.id = affected.record_id
     join current_version kept on kept.record_id = record.id`,
    [names],
  );
  return JSON.stringify(rows).length;
}

async function post(address: string, key: string, body: string): Promise<number> {
  const response = await fetch(`${address}/api/v1/sbom`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'accept-encoding': 'identity' },
    body,
  });
  const bytes = (await response.arrayBuffer()).byteLength;
  if (response.status !== 200) throw new Error(`POST /sbom: ${response.status}`);
  return bytes;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}
