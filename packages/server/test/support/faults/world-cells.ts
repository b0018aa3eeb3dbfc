import {
  type Clock,
  channels,
  dependencies,
  nixpkgs,
  packages,
  smallWorld,
  stillClock,
  type TwinDefinition,
} from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChannelName } from '../../../src/sources/source.ts';
import type { Db } from '../../../src/store/database.ts';
import { faultOf, faultsOfTwin, LONGEST_REST, maxRequests, settingsOf } from './matrix.ts';
import type { WorldSource } from './sources.ts';
import { type FaultStore, openFaultStore } from './store.ts';
import { openTwin, type Upstream } from './upstream.ts';

const TWIN: Readonly<Record<WorldSource, () => TwinDefinition>> = {
  nixpkgs: () => nixpkgs(smallWorld),
  channels: () => channels(),
  packages: () => packages(),
  dependencies: () => dependencies(),
};
const CHANNELS_READ: Readonly<Record<WorldSource, readonly ChannelName[]>> = {
  nixpkgs: ['delta', 'sweep'],
  channels: ['bulk'],
  packages: ['bulk'],
  dependencies: ['bulk'],
};

/** What one listing may take back of so few records before a person is asked: one channel of five, twenty issues. */
const BELIEVED: Readonly<Record<WorldSource, number>> = { nixpkgs: 20, channels: 1, packages: 0, dependencies: 0 };

const DAY = 86_400_000;
const START = '2026-09-15T09:30:00Z';

/** The twins of each store stand on one clock, and so say the same. */
export function survivesEveryFaultOfItsWorld(id: WorldSource): void {
  const clock: Clock = stillClock(START);
  const definition = TWIN[id]();
  const rows = faultsOfTwin(definition.documentFaults);
  const cells = CHANNELS_READ[id].flatMap((channel) => rows.map((row) => ({ channel, row })));
  const stores: FaultStore[] = [];
  let faulty: Upstream;
  let sound: Upstream;
  let db: Db;
  let truthDb: Db;

  beforeAll(async () => {
    stores.push(await openFaultStore(), await openFaultStore());
    const [one, other] = stores as [FaultStore, FaultStore];
    [db, truthDb] = [one.db, other.db];
    faulty = await openTwin(one, id, definition, { clock, paced: true });
    sound = await openTwin(other, id, TWIN[id](), { clock });
    for (const upstream of [faulty, sound]) expect(await upstream.run('bulk')).toEqual({ state: 'ok' });
  });
  afterAll(async () => {
    await Promise.all([faulty, sound].map((upstream) => upstream[Symbol.asyncDispose]()));
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
  });

  it.each(cells.map(({ channel, row }) => [channel, row.name, row] as const))('%s, %s', async (channel, _name, row) => {
    await faulty.advance(DAY);
    const before = await liveKeys(db);
    await sound.run(channel);
    const truth = await liveKeys(truthDb);

    faulty.twin.faults.set(faultOf(row, faulty.feed));
    const sentBefore = faulty.requests();
    const during = await faulty.run(channel, settingsOf(row));
    const requests = faulty.requests() - sentBefore;
    const meanwhile = await liveKeys(db);
    faulty.twin.faults.clear();
    await faulty.advance(LONGEST_REST);
    // After a rest one request shows whether the upstream is back; what is asked beside it is refused, and that run fails.
    if (id === 'channels') await faulty.run(channel);
    const after = await faulty.run(channel);
    const recovered = await liveKeys(db);

    expect(['ok', 'held', 'failed']).toContain(during.state);
    if (during.state === 'failed') expect((during as { reason: string }).reason).toMatch(/\w{3}/);
    expect(requests).toBeLessThanOrEqual(maxRequests(faulty, channel, row));
    const lost = [...before].filter((key) => !meanwhile.has(key) && truth.has(key));
    expect(lost.length).toBeLessThanOrEqual(row.fault.kind === 'mass_withdrawal' ? BELIEVED[id] : 0);
    expect(after).toEqual({ state: 'ok' });
    // Which channels have a pull request is asked from run to run, a few at a time: seen at the end.
    expect([...truth].filter((key) => !recovered.has(key) && !key.startsWith('reach/'))).toEqual([]);
  });

  it('ends with what a store has that never saw a fault', async () => {
    for (let days = 0; days < 2; days += 1) {
      await faulty.advance(DAY);
      for (const upstream of [faulty, sound])
        for (const channel of CHANNELS_READ[id]) expect(await upstream.run(channel)).toEqual({ state: 'ok' });
    }

    const [found, truth] = [await liveKeys(db), await liveKeys(truthDb)];
    expect(truth.size).toBeGreaterThan(4);
    expect([...found].sort()).toEqual([...truth].sort());
  });
}

async function liveKeys(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from record join current_version on record_id = record.id
    where content_sha256 is not null and not withdrawn`.execute(db);
  return new Set(rows.map(({ key }) => key));
}
