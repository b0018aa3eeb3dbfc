import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordChange } from '@almanac/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { lockRecords, writeVersions } from '../../src/store/evidence.ts';
import { pack, sha256 } from '../../src/store/packing.ts';
import { recordRun } from '../../src/store/runs.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { allChanges, changesOf, FOLLOW } from '../support/following.ts';

let database: TestDatabase;
let worker: AlmanacDatabases;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  worker = openTestDatabases(database.url, { role: 'almanac_worker', max: 8 });
  app = await testApp({ routes: ROUTES, databaseUrl: database.url, follow: FOLLOW });
});
afterAll(async () => {
  await app.close();
  await worker.close();
  await database.close();
});

/** One transaction of a writer: what it stores, how long it is open, and whether it is given up. */
interface Written {
  readonly writer: number;
  readonly keys: readonly number[];
  readonly beforeMs: number;
  readonly openMs: number;
  readonly fails: boolean;
}

const written = fc.record({
  writer: fc.nat({ max: 3 }),
  keys: fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 3 }),
  beforeMs: fc.nat({ max: 8 }),
  openMs: fc.nat({ max: 30 }),
  fails: fc.boolean(),
});

/** KEV, OSV, and the channels, which no follower is told of. */
const SOURCES = [7, 3, 9, 7];
let contents = 0;

async function write({ writer, keys, openMs, fails }: Written, round: number): Promise<void> {
  const source = SOURCES[writer] ?? 7;
  const documents = keys.map((key) => {
    contents += 1;
    const raw = Buffer.from(JSON.stringify({ content: contents }));
    const hash = sha256(raw);
    // Writers 0 and 3 share a source: each has keys of its own, as two channels nearly always have.
    return {
      key: `r${round}-${writer}-${key}`,
      rawSha256: hash,
      contentSha256: hash,
      modified: null,
      withdrawn: false,
      ...pack(raw),
    };
  });
  const storing = worker.primary.transaction().execute(async (trx) => {
    const run = await recordRun(trx, source, new Date(), { seen: 0, changed: 0, removed: 0, unreadable: 0 });
    await lockRecords(
      trx,
      source,
      documents.map(({ key }) => key),
    );
    await writeVersions(trx, run, documents, new Date());
    await sleep(openMs);
    if (fails) throw new Error('given up');
  });
  await storing.catch((error: Error) => {
    if (error.message !== 'given up') throw error;
  });
}

/** The log itself: what is stored, in the order of storing. */
async function storedSince(cursor: number): Promise<string[]> {
  const { rows } = await sql<{ change: string }>`
    select key || ' ' || seq as change from version join record on record.id = record_id
    where source in (3, 7) and split_part(key, '-', 1) = ${`r${cursor}`} order by tx, record_id, seq`.execute(
    worker.primary,
  );
  return rows.map(({ change }) => change);
}

it('whoever follows while writers commit in any order is told of each change once, in the order of the log', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 6, maxLength: 24 }), async (transactions) => {
      round += 1;
      let { cursor } = await changesOf(app, '');
      const told: RecordChange[] = [];
      const writers = [0, 1, 2, 3].map(async (writer) => {
        for (const one of transactions.filter((each) => each.writer === writer)) {
          await sleep(one.beforeMs);
          await write(one, round);
        }
      });
      const all = Promise.all(writers);
      let busy = true;
      void all.finally(() => (busy = false));
      const read = async () => {
        const page = await changesOf(app, `?after=${cursor}&limit=2`);
        told.push(...page.changes);
        ({ cursor } = page);
      };

      while (busy) await read();
      await all;
      const expected = await storedSince(round);
      await vi.waitFor(
        async () => {
          await read();
          expect(told.length).toBeGreaterThanOrEqual(expected.length);
        },
        { timeout: 60_000, interval: 20 },
      );

      const seqs = new Map<string, number>();
      const named = told.map(({ record }) => {
        seqs.set(record, (seqs.get(record) ?? 0) + 1);
        return `${record} ${seqs.get(record)}`;
      });
      expect(named).toEqual(expected);
    }),
    { numRuns: 6, endOnFailure: true },
  );
}, 120_000);

it('whoever comes back later, by any cursor, misses nothing', async () => {
  const all = await allChanges(app);

  for (const at of [0, Math.floor(all.length / 2), all.length - 1]) {
    expect(await allChanges(app, all[at]?.cursor)).toEqual(all.slice(at + 1));
  }
});
