import fastify from 'fastify';
import { sql } from 'kysely';
import { purls } from '../src/http/routes/packages/purls.ts';
import { fillPacks } from '../src/ingest/fill-packs.ts';
import { openPool } from '../src/platform/postgres.ts';
import { createTestDatabase, openTestDatabases } from '../test/support/database.ts';
import { fillMany, nameOfPackage } from '../test/support/worlds/many-packages.ts';
import { benchApp } from './bench-app.ts';
import { loadLine } from './best-of.ts';

const PURLS = 1_000;
const WARM_UP = 40;
const ROUNDS = 20;
const FILL_MS = 10 * 60_000;

/** Packages that records name, and advisories about each. Package URLs beyond these packages are in no record. */
const CASES = [
  { what: 'typical lockfile', packages: 37, advisoriesEach: 6, versions: 1, affected: 6 },
  { what: 'synthetic', packages: 500, advisoriesEach: 5, versions: 2, affected: PURLS },
  { what: 'dense', packages: 1_000, advisoriesEach: 25, versions: 1, affected: PURLS },
] as const;

/**
 * `npm run bench purls`: 1,000 package URLs beside a bare Fastify route that sends the rows about them as they are, without comparing a
 * version. By turns, so that a busy machine is busy for both. CPU is that of this process, with the client and without PostgreSQL.
 */
export async function benchPurls(): Promise<void> {
  const rows = [];
  for (const { what, ...size } of CASES) rows.push({ what, ...(await compare(size)) });
  console.table(rows);
  console.log(loadLine());
}

async function compare({ packages, advisoriesEach, versions, affected }: Omit<(typeof CASES)[number], 'what'>) {
  await using database = await createTestDatabase();
  const { primary, close } = openTestDatabases(database.url, { role: 'almanac_worker' });
  await fillMany(primary, { packages, advisoriesEach });
  await sql`
    insert into run (source, channel, state, started_at, finished_at, live)
    select id, 'delta', 'ok', now(), now(), 1 from source`.execute(primary);
  await fillPacks(primary, AbortSignal.timeout(FILL_MS));
  await close();
  const owner = openTestDatabases(database.url, { statementTimeoutMs: 0 });
  await sql`vacuum analyze`.execute(owner.primary);
  await owner.close();

  const asked = Array.from({ length: PURLS }, (_, i) => {
    const name = i < packages * versions ? nameOfPackage(i % packages) : `nobody-${i}`;
    return { name, purl: `pkg:npm/${name}@${i < affected ? 1 + (i % 7) : 99}.5.0` };
  });
  const bare = openBare(database.url);
  const ours = benchApp({ routes: [purls], databaseUrl: database.url, cacheBytes: 1 });
  try {
    const bareUrl = `${await bare.listen({ host: '127.0.0.1', port: 0 })}/rows`;
    const oursUrl = `${await ours.listen({ host: '127.0.0.1', port: 0 })}/api/v1/purls`;
    const askBare = () => timed(bareUrl, { names: asked.map(({ name }) => name) });
    const askOurs = () => timed(oursUrl, { purls: asked.map(({ purl }) => purl) });
    for (let i = 0; i < WARM_UP; i += 1) {
      await askBare();
      await askOurs();
    }
    const spent = { bare: [] as Spent[], ours: [] as Spent[] };
    for (let i = 0; i < ROUNDS; i += 1) {
      spent.bare.push(await askBare());
      spent.ours.push(await askOurs());
    }
    const bareCpu = median(spent.bare.map(({ cpu }) => cpu));
    const oursCpu = median(spent.ours.map(({ cpu }) => cpu));
    const bareWall = median(spent.bare.map(({ wall }) => wall));
    const oursWall = median(spent.ours.map(({ wall }) => wall));
    return {
      'bare CPU ms': round(bareCpu),
      'ours CPU ms': round(oursCpu),
      'bare / ours CPU': round(bareCpu / oursCpu),
      'bare ms': round(bareWall),
      'ours ms': round(oursWall),
      'bare / ours': round(bareWall / oursWall),
    };
  } finally {
    await Promise.all([bare.close(), ours.close()]);
  }
}

function openBare(databaseUrl: string) {
  const pool = openPool({ url: databaseUrl, applicationName: 'bench', role: 'almanac_api', max: 4, onError: () => {} });
  const server = fastify();
  server.addHook('onClose', () => pool.end());
  server.post<{ Body: { names: string[] } }>('/rows', async ({ body }) => {
    const { rows } = await pool.query({
      name: 'rows',
      text: `select asked.name, record.key, affected.claims, encode(kept.raw_sha256, 'hex') as sha256
        from unnest($1::text[]) as asked (name)
        join package on package.name = asked.name and package.ecosystem = 'npm'
        join affected on affected.package_id = package.id and affected.known_to is null
        join record on record.id = affected.record_id
        join current_version kept on kept.record_id = record.id`,
      values: [body.names],
    });
    return rows;
  });
  return server;
}

interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

async function timed(url: string, body: object): Promise<Spent> {
  const began = performance.now();
  const before = process.cpuUsage();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - began, cpu: (user + system) / 1_000 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
