import { cveIdAt, type WorldSize, worldSize } from '@almanac/twins';
import { lookup } from '../src/http/routes/cve/lookup.ts';
import { osv } from '../src/http/routes/packages/osv.ts';
import { purl } from '../src/http/routes/packages/purl.ts';
import { vulns } from '../src/http/routes/packages/vulns.ts';
import { search } from '../src/http/routes/search/search.ts';
import { createTestDatabase } from '../test/support/database.ts';
import { benchApp } from './bench-app.ts';
import { bestOf, loadLine, warmUp } from './best-of.ts';
import { fitExponent } from './growth-fit.ts';
import { advisoriesOf, cvesOf, fillWorld, namesOf } from './growth-world.ts';
import { fill } from './ingest.ts';
import { measured } from './ingest-run.ts';

const WHOLE = 400_000;
const VULNERABILITIES = Number(process.env['BENCH_VULNERABILITIES'] ?? 20_000);
const SHARES = [1 / 50, 1 / 10, 1 / 2, 1];

/** How many are asked in a round, each of them something else. */
const REQUESTS = 40;
/** Records of each source that come into a world that is there. */
const NEWCOMERS = 500;
const ROUNDS = 3;

/** Milliseconds until the answer, and microseconds of a processor, PostgreSQL's among them. */
interface Cost {
  readonly ms: number;
  readonly cpu: number | null;
}

type Costs = ReadonlyMap<string, Cost>;

/** By which power of the size of the world a cost may grow. */
const GOALS: readonly (readonly [operation: string, exponent: number])[] = [
  ['lookup /cve/:id', 0.1],
  ['/osv', 0.1],
  ['/purl', 0.1],
  ['/vulns', 0.1],
  ['search, a vendor', 0.3],
  ['search, a common word', 0.3],
  ['search, two words', 0.3],
  ['ingest of a CVE', 0.1],
  ['ingest of an advisory', 0.1],
];

/**
 * `npm run bench growth`: what an operation costs in generated worlds of four sizes, and the exponent of the line through them. The
 * whole has `BENCH_VULNERABILITIES` records of the CVE list and three times as many of OSV.
 */
export async function benchGrowth(): Promise<void> {
  const worlds: { readonly size: number; readonly costs: Costs }[] = [];
  for (const share of SHARES) {
    const size = worldSize((share * VULNERABILITIES) / WHOLE);
    const began = performance.now();
    const costs = await costsIn(size);
    worlds.push({ size: size.cves, costs });
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(`${size.cves} CVEs and ${size.advisories} advisories: filled and asked in ${seconds} s; ${loadLine()}`);
    console.table(Object.fromEntries(costs));
  }
  for (const [unit, of] of [
    ['ms', (cost: Cost) => cost.ms],
    ['CPU µs', (cost: Cost) => cost.cpu ?? 0],
  ] as const) {
    const rows = GOALS.map(([operation, goal]) => {
      const points = worlds.map(({ size, costs }) => {
        const cost = costs.get(operation);
        return { size, cost: cost === undefined ? 0 : of(cost) };
      });
      const bySize = Object.fromEntries(points.map(({ size, cost }) => [`${size} CVEs, ${unit}`, cost]));
      return [operation, { ...bySize, exponent: fitExponent(points)?.toFixed(2) ?? 'unknown', 'at most': goal }];
    });
    console.table(Object.fromEntries(rows));
  }
}

async function costsIn(size: WorldSize): Promise<Costs> {
  await using database = await createTestDatabase();
  await fillWorld(database.url, size);
  return new Map([...(await askedIn(database.url, size)), ...(await addedTo(database.url, size))]);
}

/** One request after another, nothing kept and no stored bodies: every answer is put together from records. */
async function askedIn(databaseUrl: string, size: WorldSize): Promise<readonly (readonly [string, Cost])[]> {
  const app = benchApp({ routes: [lookup, osv, purl, vulns, search], databaseUrl, cacheBytes: 1 });
  const names = namesOf(size, REQUESTS);
  const vendors = vendorsOf(size);
  const paths: Readonly<Record<string, (i: number) => string>> = {
    'lookup /cve/:id': (i) => `/cve/${cveIdAt(Math.floor((i * size.cves) / REQUESTS))}`,
    '/osv': (i) => `/osv/${names[i]}?ecosystem=npm&version=1.50.0`,
    '/purl': (i) => `/purl/${encodeURIComponent(`pkg:npm/${names[i]}@1.50.0`)}`,
    '/vulns': (i) => `/vulns/${names[i]}?version=1.50.0`,
    'search, a vendor': (i) => `/search?q=${vendors[i]}`,
    'search, a common word': (i) => `/search?q=${COMMON[i % COMMON.length]}`,
    'search, two words': (i) => `/search?q=${COMMON[i % COMMON.length]}+${COMMON[(i + 1) % COMMON.length]}`,
  };
  const costs: (readonly [string, Cost])[] = [];
  try {
    for (const [operation, pathOf] of Object.entries(paths)) {
      let asked = 0;
      let found = 0;
      const ask = async () => {
        const path = pathOf(asked % REQUESTS);
        asked += 1;
        const { statusCode, rawPayload } = await app.inject(`/api/v1${path}`);
        if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
        if (rawPayload.includes('"severity":')) found += 1;
        return rawPayload.length;
      };
      await warmUp(ask);
      if (found === 0) throw new Error(`${operation}: no answer names a vulnerability`);
      asked = 0;
      let p50 = Number.NaN;
      const used = await measured(databaseUrl, ROUNDS * REQUESTS, async () => {
        ({ p50 } = await bestOf(ask, REQUESTS));
      });
      costs.push([operation, { ms: p50, cpu: used['CPU µs'] }]);
    }
  } finally {
    await app.close();
  }
  return costs;
}

/** Each stands in one text of ten to thirty. */
const COMMON = ['browser', 'session', 'buffer', 'upload', 'parser', 'database', 'folder', 'dialog'];

/** As assigners of these records are called: of four thousand names. */
function vendorsOf(size: WorldSize): readonly string[] {
  return Array.from({ length: REQUESTS }, (_, i) => {
    const [sent] = cvesOf(size, Math.floor((i * size.cves) / REQUESTS), 1);
    const { cveMetadata } = JSON.parse(Buffer.from(sent?.raw ?? []).toString()) as {
      cveMetadata: { assignerShortName: string };
    };
    return cveMetadata.assignerShortName;
  });
}

/** New records, as many in a small world as in a large one: the best of three rounds, each with others. */
async function addedTo(url: string, size: WorldSize): Promise<readonly (readonly [string, Cost])[]> {
  const made = [
    ['ingest of a CVE', 'cve_list_v5', (from: number) => cvesOf(size, size.cves + from, NEWCOMERS)],
    ['ingest of an advisory', 'osv', (from: number) => advisoriesOf(size, size.advisories + from, NEWCOMERS)],
  ] as const;
  const costs: (readonly [string, Cost])[] = [];
  for (const [operation, source, newcomers] of made) {
    const rounds: Cost[] = [];
    // The first ones of a whole world would be those with thousands of versions.
    for (let round = 2; round < ROUNDS + 2; round += 1) {
      const used = await fill(url, source, newcomers(round * NEWCOMERS));
      rounds.push({ ms: Number((1_000 / used['records/s']).toFixed(2)), cpu: used['CPU µs'] });
    }
    const cpus = rounds.flatMap(({ cpu }) => (cpu === null ? [] : [cpu]));
    const cpu = cpus.length === 0 ? null : Math.min(...cpus);
    costs.push([operation, { ms: Math.min(...rounds.map(({ ms }) => ms)), cpu }]);
  }
  return costs;
}

if (import.meta.main) await benchGrowth();
