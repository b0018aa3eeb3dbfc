import { stillClock } from '@almanac/twins';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasRecordsApart, WHOLE_FILES } from './list-files.ts';
import {
  EVENING,
  FILLING,
  faultOf,
  isHarmless,
  LATER_CHANNELS,
  type NamedFault,
  READ_AFTER,
  settingsOf,
  stepsOfMatrix,
} from './matrix.ts';
import type { ListedSource } from './sources.ts';
import { currentVersions, type FaultStore, openFaultStore } from './store.ts';
import { storyOf } from './story.ts';
import { openUpstream } from './upstream.ts';

const DAY = 86_400_000;
const NOW = EVENING + READ_AFTER;

/** The tests of a source that is read for the first time, one for every fault: what is stored is true, and the next day all of it is there. */
export function fillsUnderEveryFault(id: ListedSource): void {
  let store: FaultStore;
  beforeAll(async () => {
    store = await openFaultStore();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const story = storyOf(
    id,
    stepsOfMatrix(id, 0, () => true),
    NOW + 2 * DAY,
  );

  it.each(FILLING.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    await store.reset();
    const clock = stillClock(NOW);
    await using upstream = await openUpstream(store, id, story.feed, { clock });

    upstream.twin.faults.set(faultOf(row, upstream.feed));
    const during = await upstream.run('bulk', settingsOf(row));
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
}

function endingOf(id: ListedSource, row: NamedFault): string {
  const { fault } = row;
  // The first time there is nothing to hold a short listing against.
  // NVD calls 403 throttling, whatever the key.
  if (id === 'nvd' && row.name === 'token refused by 403') return 'failed';
  if (id === 'nuclei' && row.name === 'empty') return 'held';
  if (isHarmless(row) || fault.kind === 'half_feed') return 'ok';
  if (fault.kind === 'empty_feed' && WHOLE_FILES.includes(id)) return 'held';
  // Each record has a file or a line of its own there.
  if (fault.kind === 'malformed_record' && (['cve_list_v5', 'osv'].includes(id) || hasRecordsApart(id))) return 'ok';
  return 'failed';
}
