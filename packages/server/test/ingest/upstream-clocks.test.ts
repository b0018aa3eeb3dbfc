import { fromRecords, stillClock } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { takeTurn, toBucket } from '../../src/store/upstreams.ts';
import { EVENING, LATER_CHANNELS, READ_AFTER, stepsOfMatrix } from '../support/faults/matrix.ts';
import { KEY_OF, RECORD_OF } from '../support/faults/records.ts';
import type { ListedSource } from '../support/faults/sources.ts';
import { currentVersions, type FaultStore, openFaultStore } from '../support/faults/store.ts';
import { storyOf } from '../support/faults/story.ts';
import { openUpstream, type Upstream } from '../support/faults/upstream.ts';

const DAY = 86_400_000;
const NOW = EVENING + READ_AFTER;
const SOURCES = Object.keys(LATER_CHANNELS) as ListedSource[];

/** The sources take turns; every clock for every source: `CLOCKS=all npx vitest run packages/server/test/ingest/upstream-clocks.test.ts`. */
const ALL_CLOCKS = process.env['CLOCKS'] === 'all';

let store: FaultStore;
beforeAll(async () => {
  store = await openFaultStore();
});
afterEach(() => store.reset());
afterAll(() => store[Symbol.asyncDispose]());

describe.each(SOURCES)('%s', (id) => {
  const story = storyOf(
    id,
    stepsOfMatrix(id, 3, () => true),
    NOW + 5 * DAY,
  );

  const clocks = [
    ['a day behind', () => -DAY],
    ['set ahead by a day within each run', steppingBy(DAY)],
    ['a day ahead', () => DAY],
    ['set back by a day within each run', steppingBy(-DAY)],
  ] as const;
  const turn = (SOURCES.indexOf(id) % 2) * 2;

  it.each(ALL_CLOCKS ? clocks : clocks.slice(turn, turn + 2))(
    'loses nothing while our clock is %s',
    async (_name, offset) => {
      const clock = stillClock(NOW);
      let wrong = true;
      const now = () => new Date(clock.now() + (wrong ? offset() : 0));
      await using upstream = await openUpstream(store, id, story.feed, { clock, now });

      await readOn(upstream, ['bulk']);
      for (let evening = 1; evening <= 2; evening += 1) {
        clock.advance(DAY);
        await readOn(upstream, LATER_CHANNELS[id]);
      }
      wrong = false;
      clock.advance(DAY);
      await readOn(upstream, LATER_CHANNELS[id]);

      const truth = [...story.truthAt(clock.now())].map(([key, { mark }]) => [key, mark]);
      const found = [...(await currentVersions(store.db, id))].map(([key, { mark }]) => [key, mark]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(truth));
      expect(await outOfOrder()).toEqual([]);
    },
  );
});

async function readOn(upstream: Upstream, channels: readonly ('bulk' | 'delta' | 'sweep')[]): Promise<void> {
  for (const channel of channels) expect(await upstream.run(channel)).toEqual({ state: 'ok' });
}

/** Right when it is first asked, wrong the second time, and so on. */
function steppingBy(ms: number): () => number {
  let asked = 0;
  return () => (asked++ % 2 === 0 ? 0 : ms);
}

async function outOfOrder(): Promise<unknown[]> {
  const { rows } = await sql`
    select record_id, seq from (
      select record_id, seq, observed_at, lag(observed_at) over history as before, row_number() over history as number
      from version window history as (partition by record_id order by seq)) as numbered
    where observed_at <= before or seq <> number`.execute(store.db);
  return rows;
}

describe('a leap second', () => {
  const LEAP = '2026-02-28T23:59:60Z';

  it.each([
    ['cve_list_v5', 'cveMetadata', { dateUpdated: LEAP }],
    ['osv', null, { modified: LEAP }],
    ['advisory', null, { updated_at: LEAP }],
    ['nvd', 'cve', { lastModified: LEAP.replace('Z', '.000') }],
  ] as const)('of %s spoils no other record', async (id, member, dated) => {
    const given = [0, 3, 6].map((number) => {
      const record = RECORD_OF[id]({ number, mark: 'm', changed: EVENING - DAY, withdrawn: false });
      const leap =
        member === null
          ? { ...record, ...dated }
          : { ...record, [member]: { ...(record[member] as object), ...dated } };
      return { id: KEY_OF[id](number), at: EVENING - DAY, record: number === 3 ? leap : record };
    });
    const clock = stillClock(NOW);
    await using upstream = await openUpstream(store, id, fromRecords(given), { clock });

    const ended = await upstream.run('bulk');

    const { rows: aside } = await sql<{ key: string | null }>`select key from quarantine`.execute(store.db);
    const kept = new Set([...(await currentVersions(store.db, id)).keys(), ...aside.map(({ key }) => key)]);
    expect(ended).toEqual({ state: 'ok' });
    expect([0, 3, 6].filter((number) => !kept.has(KEY_OF[id](number)))).toEqual([]);
  });
});

describe('the rate of an upstream', () => {
  const ORIGIN = 'https://upstream.example';
  const LIMIT = { requests: 10, seconds: 60 };

  it.each(['10 years', '1 day', '-1 day', '-10 years'])(
    'grants no more than a burst when the clock is set by %s',
    async (step) => {
      for (let i = 0; i < 5; i += 1) await takeTurn(store.db, ORIGIN, LIMIT);
      await sql`update upstream set refilled_at = refilled_at - ${step}::interval`.execute(store.db);

      let free = 0;
      for (let i = 0; i < 20; i += 1) {
        const turn = await takeTurn(store.db, ORIGIN, LIMIT);
        if ('waitMs' in turn && turn.waitMs === 0) free += 1;
      }

      expect(free).toBeLessThanOrEqual(toBucket(LIMIT).burst);
    },
  );
});
