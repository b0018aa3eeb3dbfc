import { stillClock } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRecordsApart, WHOLE_FILES } from '../support/faults/list-files.ts';
import {
  EVENING,
  FILLING,
  LATER_CHANNELS,
  type NamedFault,
  READ_AFTER,
  stepsOfMatrix,
} from '../support/faults/matrix.ts';
import { SINGLE_KEYS, SINGLE_TWINS } from '../support/faults/single-cells.ts';
import { type ListedSource, SINGLE_SOURCES } from '../support/faults/sources.ts';
import { currentVersions, type FaultStore, openFaultStore } from '../support/faults/store.ts';
import { storyOf } from '../support/faults/story.ts';
import { openTwin, openUpstream } from '../support/faults/upstream.ts';

const DAY = 86_400_000;
const NOW = EVENING + READ_AFTER;

let store: FaultStore;
beforeAll(async () => {
  store = await openFaultStore();
});
afterAll(() => store[Symbol.asyncDispose]());

describe.each(Object.keys(LATER_CHANNELS) as ListedSource[])('an empty store, %s', (id) => {
  const story = storyOf(
    id,
    stepsOfMatrix(id, 0, () => true),
    NOW + 2 * DAY,
  );

  it.each(FILLING.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    await store.reset();
    const clock = stillClock(NOW);
    await using upstream = await openUpstream(store, id, story.feed, { clock });

    upstream.twin.faults.set(row.fault);
    const during = await upstream.run('bulk', row.endless === true ? { impatientMs: 60 } : {});
    const meanwhile = await currentVersions(store.db, id);
    upstream.twin.faults.clear();
    clock.advance(DAY);
    const after = [await upstream.run('bulk')];
    for (const channel of LATER_CHANNELS[id]) after.push(await upstream.run(channel));

    const truth = [...story.truthAt(clock.now())].map(([key, { mark }]) => [key, mark]);
    expect(during.state).toBe(endingOf(id, row));
    expect([...meanwhile].filter(([key, { mark }]) => Object.fromEntries(truth)[key] !== mark)).toEqual([]);
    expect(after).toEqual(after.map(() => ({ state: 'ok' })));
    const found = [...(await currentVersions(store.db, id))].map(([key, { mark }]) => [key, mark]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(truth));
  });
});

function endingOf(id: ListedSource, { fault }: NamedFault): string {
  // The first time there is nothing to hold a short listing against.
  if (['latency', 'clock_skew', 'half_feed'].includes(fault.kind)) return 'ok';
  if (fault.kind === 'empty_feed' && WHOLE_FILES.includes(id)) return 'held';
  // Each record has a file or a line of its own there.
  if (fault.kind === 'malformed_record' && (['cve_list_v5', 'osv'].includes(id) || hasRecordsApart(id))) return 'ok';
  return 'failed';
}

describe.each(SINGLE_SOURCES)('%s, a record that someone waits for', (id) => {
  const OK = ['latency', 'clock_skew'];
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

      const expected = OK.includes(row.fault.kind) ? 'done' : 'unreachable';
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
