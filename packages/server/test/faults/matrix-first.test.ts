import { stillClock } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillsUnderEveryFault } from '../support/faults/first-fill.ts';
import {
  EVENING,
  FILLING,
  faultOf,
  isHarmless,
  maxRequests,
  READ_AFTER,
  settingsOf,
} from '../support/faults/matrix.ts';
import { SINGLE_KEYS, SINGLE_TWINS } from '../support/faults/single-cells.ts';
import { LISTED_AT_EVERY_COMMIT, SINGLE_SOURCES } from '../support/faults/sources.ts';
import { currentVersions, type FaultStore, openFaultStore } from '../support/faults/store.ts';
import { openTwin } from '../support/faults/upstream.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = EVENING + READ_AFTER;

describe.each(LISTED_AT_EVERY_COMMIT)('an empty store, %s', fillsUnderEveryFault);

describe.each(SINGLE_SOURCES)('%s, a record that someone waits for', (id) => {
  let store: FaultStore;
  beforeAll(async () => {
    store = await openFaultStore();
  });
  afterAll(() => store[Symbol.asyncDispose]());
  const [kept, wanted] = SINGLE_KEYS[id];

  it.each(FILLING.filter(({ fault }) => !fault.kind.endsWith('_feed')).map((row) => [row.name, row] as const))(
    '%s',
    async (_name, row) => {
      await store.reset();
      const clock = stillClock(NOW);
      await using upstream = await openTwin(store, id, SINGLE_TWINS[id](), { clock, paced: true });
      await upstream.refresh(kept);

      const sentBefore = upstream.requests();
      upstream.twin.faults.set(faultOf(row, upstream.feed));
      const during = [await upstream.refresh(kept, settingsOf(row)), await upstream.refresh(wanted, settingsOf(row))];
      const requests = upstream.requests() - sentBefore;
      const said = await errors();
      for (let hour = 1; row.name === 'blocked' && hour < 24; hour += 1) {
        await upstream.advance(HOUR);
        during.push(await upstream.refresh(wanted));
      }
      const dayRequests = upstream.requests() - sentBefore;
      upstream.twin.faults.clear();
      // Asked not to ask for a while, it does not.
      await upstream.advance(2 * DAY);
      const after = [await upstream.refresh(kept), await upstream.refresh(wanted)];

      const expected = isHarmless(row) ? 'done' : 'unreachable';
      expect(new Set(during)).toEqual(new Set([expected]));
      expect(requests).toBeLessThanOrEqual(2 * maxRequests(upstream, 'bulk', row));
      if (id === 'repology' && row.name === 'blocked') expect(dayRequests).toBe(1);
      expect(said).toEqual(expected === 'done' ? [] : [expect.stringMatching(/\w{3}/), expect.stringMatching(/\w{3}/)]);
      expect(after).toEqual(['done', 'done']);
      const current = await currentVersions(store.db, id);
      expect([current.get(kept)?.seq, current.get(wanted)?.seq]).toEqual([1, 1]);
    },
  );

  async function errors(): Promise<string[]> {
    const { rows } = await sql<{ error: string }>`
      select error from refresh where error is not null order by key`.execute(store.db);
    return rows.map(({ error }) => error);
  }
});
