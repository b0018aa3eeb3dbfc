import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { runSource } from '../../src/ingest/run-source.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { unpack } from '../../src/store/packing.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { httpAnswer, sourceDeps } from '../support/source-deps.ts';

/** What the catalogue says at one time: a name for each id, or that it is set in another way, or that it fails. */
interface Step {
  readonly names: Readonly<Record<string, string>>;
  readonly indent: number;
  readonly acceptRemovals: boolean;
  readonly fault: 'none' | 'cut' | 'miscounted' | 'duplicate';
}

type Known = ReadonlyMap<string, string>;

const IDS = ['CVE-2024-0001', 'CVE-2024-0002', 'CVE-2024-0003', 'CVE-2024-0004'];

const step: fc.Arbitrary<Step> = fc.record({
  names: fc.dictionary(fc.constantFrom(...IDS), fc.constantFrom('a', 'b', 'c'), { maxKeys: 4 }),
  indent: fc.constantFrom(0, 2),
  acceptRemovals: fc.boolean(),
  fault: fc.oneof(
    { weight: 4, arbitrary: fc.constant('none' as const) },
    fc.constantFrom('cut', 'miscounted', 'duplicate'),
  ),
});

let database: TestDatabase;
let databases: AlmanacDatabases;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 3 });
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

it('whatever the catalogue does, what is known at any time is what a careful reader would have noted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await forgetEverything();
      let now = Date.parse('2026-09-15T00:00:00Z');
      let known: Known = new Map();
      const noted: [Date, Known][] = [];

      for (const one of steps) {
        now += 60_000;
        await read(one, now);
        known = expected(known, one);
        noted.push([new Date(now + 1), known]);
      }

      for (const [at, then] of noted) expect(await knownAt(at)).toEqual(then);
      await expectSoundHistory();
    }),
    { numRuns: 15 },
  );
});

/** Faster than to empty every table there is, for so many times. */
async function forgetEverything(): Promise<void> {
  for (const table of ['kev', 'current_version', 'version', 'checkpoint', 'quarantine', 'run', 'blob', 'record']) {
    await sql`delete from ${sql.table(table)}`.execute(databases.primary);
  }
}

function documentOf({ names, indent, fault }: Step, released: number): Buffer {
  const vulnerabilities = Object.entries(names).map(([cveID, name]) => ({
    cveID,
    vulnerabilityName: name,
    vendorProject: 'v',
    product: 'p',
    dateAdded: '2024-01-01',
    dueDate: '2024-02-01',
    requiredAction: 'r',
  }));
  const [first] = vulnerabilities;
  if (fault === 'duplicate' && first !== undefined) vulnerabilities.push({ ...first, vulnerabilityName: 'other' });
  const count = vulnerabilities.length + (fault === 'miscounted' ? 1 : 0);
  const text = JSON.stringify({ dateReleased: new Date(released).toISOString(), count, vulnerabilities }, null, indent);
  return Buffer.from(fault === 'cut' ? text.slice(0, -3) : text);
}

async function read(one: Step, now: number): Promise<void> {
  const http = { ...sourceDeps({}).http, get: async () => httpAnswer(200, documentOf(one, now)) };
  const feed = openFeeds({ kev: { url: 'http://kev.test/' } }).get('kev');
  if (feed === undefined) throw new Error('kev is not enabled');
  const deps = { db: databases.primary, pool: databases.pool, http, now: () => new Date(now), log: silentLog };
  const outcome = runSource(deps, feed, AbortSignal.timeout(10_000), { acceptRemovals: one.acceptRemovals });
  if (one.fault === 'cut' || one.fault === 'miscounted') await expect(outcome).rejects.toThrow();
  else await outcome;
}

/** Of four entries one may go, of fewer none: other removals count only where a person accepts them. */
function expected(before: Known, { names, acceptRemovals, fault }: Step): Known {
  if (fault === 'cut') return before;
  const said = Object.entries(names);
  const all = new Map([...before, ...said]);
  const few = said.length > 0 && all.size - said.length <= Math.floor(all.size / 4);
  return fault !== 'miscounted' && (acceptRemovals || few) ? new Map(said) : all;
}

async function knownAt(at: Date): Promise<Known> {
  const { rows } = await sql<{ cve_id: string; name: string }>`
    select cve_id, vulnerability_name as name from kev
    where known_from <= ${at} and (known_to is null or known_to > ${at})`.execute(databases.primary);
  return new Map(rows.map(({ cve_id, name }) => [cve_id, name]));
}

async function expectSoundHistory(): Promise<void> {
  const rows = await databases.primary
    .selectFrom('version')
    .leftJoin('blob', 'blob.id', 'version.blob_id')
    .select(['record_id', 'seq', 'observed_at', 'raw_sha256', 'content_sha256', 'codec', 'raw_size', 'packed'])
    .orderBy('record_id')
    .orderBy('seq')
    .execute();
  rows.forEach((row, i) => {
    const { codec, raw_size: rawSize, packed } = row;
    if (packed !== null && codec !== null && rawSize !== null) {
      const raw = unpack({ codec, dictionary: null, rawSize, packed });
      expect(createHash('sha256').update(raw).digest()).toEqual(row.raw_sha256);
    }
    const before = rows[i - 1]?.record_id === row.record_id ? rows[i - 1] : undefined;
    expect(row.seq).toBe((before?.seq ?? 0) + 1);
    if (before === undefined) return;
    expect(row.observed_at.getTime()).toBeGreaterThan(before.observed_at.getTime());
    expect(row.content_sha256?.toString('hex')).not.toBe(before.content_sha256?.toString('hex'));
  });
}
