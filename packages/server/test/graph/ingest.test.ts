import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openGraphs } from '../../src/app/graph/graphs.ts';
import { sourceStatus } from '../../src/app/sources/source-status.ts';
import { openDocuments } from '../../src/queries/documents.ts';
import { projectionMismatches } from '../../src/queries/evidence-projections.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openGraphStore } from '../support/worlds/graph-store.ts';

const DAY = 86_400_000;

let database: TestDatabase;
let store: Awaited<ReturnType<typeof openGraphStore>>;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await openGraphStore(database);
});
beforeEach(() => store.twin.faults.clear());
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await database.close();
});

const rowsOf = async () => {
  const { rows } = await sql<{
    attribute: string;
    inputs: string[];
    same: string | null;
    unnamed: number;
    seq: number;
  }>`
    select name.name as attribute, same.name as same, unnamed, seq,
           array(select input.name from unnest(inputs) as of (id) join collection_attribute as input on input.id = of.id
                 order by input.name collate "C") as inputs
    from dependency join collection_attribute as name on name.id = attribute_id
    left join collection_attribute as same on same.id = same_as`.execute(store.databases.primary);
  return new Map(rows.map(({ attribute, ...row }) => [attribute, row]));
};
const statusOf = async () => {
  const all = await sourceStatus(store.databases.primary, new Date(store.clock.now()));
  return all.find(({ id }) => id === 'dependencies');
};

describe('reading an evaluation', () => {
  it('is disabled until one is configured, which is when one was read', async () => {
    expect(await statusOf()).toMatchObject({ state: 'disabled', records: 0 });

    expect(await store.run()).toMatchObject({ state: 'ok' });

    expect(await statusOf()).toMatchObject({ state: 'ok', quarantined: 0 });
  });

  it('puts names to derivations, and passes over what cannot be evaluated', async () => {
    const rows = await rowsOf();
    expect(rows.get('larkspur-gateway')).toEqual({
      inputs: ['cormorantd', 'inkpot', 'libbuoy'],
      same: null,
      unnamed: 3,
      seq: 1,
    });
    expect(rows.get('tidewater-dock_5')).toMatchObject({ same: 'tidewater-dock' });
    expect(rows.has('halfmoon')).toBe(false);
  });

  it('makes no new versions of what is built from the same, though every derivation has a new name', async () => {
    const before = await rowsOf();

    store.clock.advance(DAY);
    expect(await store.run()).toMatchObject({ state: 'ok' });

    expect(await rowsOf()).toEqual(before);
    expect(store.twin.requests.at(-1)?.status).toBe(200);
    await store.run();
    expect(store.twin.requests.at(-1)?.status).toBe(304);
  });

  it('takes nothing away by half an evaluation, none, or one that is no evaluation', async () => {
    const before = await rowsOf();

    for (const kind of ['half_feed', 'empty_feed'] as const) {
      store.clock.advance(DAY);
      store.twin.faults.clear();
      store.twin.faults.set({ kind });
      expect(await store.run()).toMatchObject({ state: 'held' });
    }
    for (const fault of [
      { kind: 'html' },
      { kind: 'garbage' },
      { kind: 'truncation', announce: 'half' },
      { kind: 'status', status: 503 },
    ] as const) {
      store.clock.advance(DAY);
      store.twin.faults.clear();
      store.twin.faults.set(fault);
      await expect(store.run()).rejects.toThrow(/dependencies|could not be read/);
    }

    // Half an evaluation lacks names of inputs: what it brought stays until the next whole one.
    store.twin.faults.clear();
    store.clock.advance(DAY);
    await store.run({ acceptRemovals: true });
    const after = await rowsOf();
    for (const [attribute, { inputs }] of before) {
      if (after.has(attribute)) expect([attribute, after.get(attribute)?.inputs]).toEqual([attribute, inputs]);
    }
    expect(after.size).toBeGreaterThan(40);
  });

  it('sets a bad line aside, reads the rest, and removes nothing while the line cannot be told', async () => {
    store.clock.advance(DAY);
    store.twin.faults.set({ kind: 'malformed_record', way: 'wrong_type', record: 'jib' });

    expect(await store.run({ acceptRemovals: true })).toMatchObject({ state: 'held' });

    expect(await statusOf()).toMatchObject({ quarantined: 1 });
    expect((await rowsOf()).has('jib')).toBe(true);
  });

  it('is computed again from evidence alone, and held against it', async () => {
    const projection = PROJECTIONS.find(({ name }) => name === 'dependencies');
    if (projection === undefined) throw new Error('there is no such projection');
    const { primary: db } = store.databases;
    store.clock.advance(DAY);
    await store.run();
    const before = await rowsOf();

    await sql`delete from dependency where unnamed = 3 and cardinality(inputs) > 0`.execute(db);
    const broken = await Array.fromAsync(projectionMismatches(db, 3));
    await rebuild({ db, now: () => new Date(store.clock.now()) }, projection);

    expect(broken).toMatchObject([{ table: 'dependency', fault: 'no row' }]);
    expect(await rowsOf()).toEqual(before);
    expect(await Array.fromAsync(projectionMismatches(db, 3))).toEqual([]);
  });
});

describe('the graph in memory', () => {
  it('is read when it is first asked for, and again when storage has changed', async () => {
    const graphs = openGraphs(store.databases, openDocuments(), () => store.clock.now());
    const first = await graphs.current();

    expect(await graphs.current()).toBe(first);
    expect(first?.dependents('libbuoy')).toEqual({ direct: 5, transitive: 11 });
    expect(first?.dependents('nobody')).toBeNull();
    expect(first?.nodes.get('tidewater-dock_5')).toBe(first?.nodes.get('tidewater-dock'));
    expect(first?.bytes).toBeGreaterThan(1_000);

    store.twin.faults.set({ kind: 'mass_withdrawal', share: 0.3 });
    store.clock.advance(DAY);
    await store.run({ acceptRemovals: true });
    const meanwhile = await graphs.current();
    await expect.poll(async () => (await graphs.current())?.snapshot).not.toBe(first?.snapshot);

    expect(meanwhile).toBe(first);
  });
});
