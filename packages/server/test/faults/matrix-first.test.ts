import { stillClock } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillsUnderEveryFault } from '../support/faults/first-fill.ts';
import { EVENING, FILLING, isHarmless, type NamedFault, READ_AFTER } from '../support/faults/matrix.ts';
import { SINGLE_KEYS, SINGLE_TWINS } from '../support/faults/single-cells.ts';
import { LISTED_AT_EVERY_COMMIT, SINGLE_SOURCES } from '../support/faults/sources.ts';
import { currentVersions, type FaultStore, openFaultStore } from '../support/faults/store.ts';
import { openTwin } from '../support/faults/upstream.ts';

const DAY = 86_400_000;
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
      await using upstream = await openTwin(store, id, SINGLE_TWINS[id](), { clock });
      await upstream.refresh(kept);

      upstream.twin.faults.set(row.fault);
      const during = [await upstream.refresh(kept, settings(row)), await upstream.refresh(wanted, settings(row))];
      const said = await errors();
      upstream.twin.faults.clear();
      // Asked not to ask for a while, it does not.
      clock.advance(2 * DAY);
      const after = [await upstream.refresh(kept), await upstream.refresh(wanted)];

      const expected = isHarmless(row) ? 'done' : 'unreachable';
      expect(during).toEqual([expected, expected]);
      expect(said).toEqual(expected === 'done' ? [] : [expect.stringMatching(/\w{3}/), expect.stringMatching(/\w{3}/)]);
      expect(after).toEqual(['done', 'done']);
      const current = await currentVersions(store.db, id);
      expect([current.get(kept)?.seq, current.get(wanted)?.seq]).toEqual([1, 1]);
    },
  );

  const settings = ({ endless }: NamedFault) => (endless === true ? { impatientMs: 60 } : {});

  async function errors(): Promise<string[]> {
    const { rows } = await sql<{ error: string }>`
      select error from refresh where error is not null order by key`.execute(store.db);
    return rows.map(({ error }) => error);
  }
});
