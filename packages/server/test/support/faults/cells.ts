import { gunzipSync } from 'node:zlib';
import { DOCUMENT_FAULTS, stillClock, type TwinId } from '@almanac/twins';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sources } from '../../../src/http/routes/meta/sources.ts';
import { canonicalJson } from '../../../src/ingest/canonical-json.ts';
import { keptValue } from '../../../src/sources/index.ts';
import type { ChannelName } from '../../../src/sources/source.ts';
import { type TestApp, testApp } from '../app.ts';
import {
  EVENING,
  endingOf,
  faultOf,
  faultsFor,
  hidesRecords,
  LATER_CHANNELS,
  LONGEST_REST,
  maxRequests,
  type NamedFault,
  READ_AFTER,
  settingsOf,
  stepsOfMatrix,
} from './matrix.ts';
import type { ListedSource } from './sources.ts';
import {
  currentVersions,
  type FaultStore,
  openFaultStore,
  positionOf,
  type StoredVersion,
  versionCounts,
} from './store.ts';
import { type Story, storyOf, type Truth } from './story.ts';
import { openUpstream, type Upstream } from './upstream.ts';

const DAY = 86_400_000;
const STATES = { ok: 'ok', held: 'held', failed: 'unreachable' } as const;

type Known = ReadonlyMap<string, StoredVersion>;

/** One test for each fault and each way of reading the source, one day after the other in one store. */
export function survivesEveryFault(id: ListedSource, rows = faultsFor(id)): void {
  const channels = LATER_CHANNELS[id];
  const cells = channels.flatMap((channel) => rows.map((row) => ({ channel, row })));
  const clock = stillClock(EVENING + READ_AFTER);
  let store: FaultStore;
  let upstream: Upstream;
  let story: Story;
  let app: TestApp;

  beforeAll(async () => {
    store = await openFaultStore();
    story = storyOf(
      id,
      stepsOfMatrix(id, cells.length, (day) => isOfTheDocument(cells[day - 1]?.row)),
      EVENING + (cells.length + 2) * DAY,
    );
    upstream = await openUpstream(store, id, story.feed, { clock, paced: true });
    // Nothing is kept: each answer is of now.
    app = await testApp({
      routes: [sources],
      databaseUrl: store.url,
      now: () => clock.now(),
      settings: { cacheBytes: 1 },
    });
    expect(await upstream.run('bulk')).toEqual({ state: 'ok' });
    for (const channel of channels)
      if (channel !== 'bulk') expect(await upstream.run(channel)).toEqual({ state: 'ok' });
  });
  afterAll(async () => {
    await app.close();
    await upstream[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });

  it.each(cells.map(({ channel, row }, index) => [channel, row.name, row, index] as const))(
    '%s, %s',
    async (channel, _name, row, index) => {
      await upstream.advance(EVENING + READ_AFTER + (index + 1) * DAY - clock.now());
      const before = await currentVersions(store.db, id);
      const counts = await versionCounts(store.db, id);
      const truth = story.truthAt(clock.now());

      upstream.twin.faults.set(faultOf(row, upstream.feed));
      const sentBefore = upstream.requests();
      const positionBefore = await positionOf(store.db, id, channel);
      const during = await upstream.run(channel, settingsOf(row));
      const requests = upstream.requests() - sentBefore;
      const position = await positionOf(store.db, id, channel);
      const meanwhile = await currentVersions(store.db, id);
      const shownMeanwhile = await shown();
      upstream.twin.faults.clear();
      await upstream.advance(LONGEST_REST);
      const after = await upstream.run(channel);
      // Dates that were set right again leave no trace in NVD's list of changes: only to read everything shows it.
      if (id === 'nvd' && row.fault.kind === 'future_dates')
        expect(await upstream.run('bulk')).toEqual({ state: 'ok' });
      const shownAfter = await shown();

      const ending = endingOf(id, channel, row);
      expect(during.state).toBe(ending);
      expect(shownMeanwhile).toMatchObject({ state: STATES[ending] });
      expect(shownMeanwhile.lastError).toEqual('reason' in during ? during.reason : null);
      expectUnderstandable(shownMeanwhile.lastError, row);
      expectNothingLost(before, meanwhile, truth);
      expect(requests).toBeLessThanOrEqual(maxRequests(upstream, channel, row));
      if (position !== positionBefore && !hidesRecords(row)) {
        // What is not stored yet is still ahead of the position.
        const lacking = [...truth].filter(([key, version]) => !isStored(meanwhile, key, version));
        const changedAt = lacking.length === 0 ? Number.POSITIVE_INFINITY : EVENING + (index + 1) * DAY;
        expect(reachOf(position)).toBeLessThanOrEqual(changedAt + MAX_COMMIT_DELAY);
      }
      expect(after).toEqual({ state: 'ok' });
      expect(shownAfter).toMatchObject({ state: 'ok', lastError: null });
      expectTruth(await currentVersions(store.db, id), truth, channel);
      expectNoneFewer(counts, await versionCounts(store.db, id));
    },
  );

  it('ends as a store that never saw a fault', async () => {
    for (const channel of channels) expect(await upstream.run(channel)).toEqual({ state: 'ok' });
    await using fresh = await openFaultStore();
    await using undisturbed = await openUpstream(fresh, id, story.feed, { clock });

    await undisturbed.run('bulk');

    const documents = ({ key, raw, withdrawn }: StoredVersion) =>
      [key, withdrawn ? 'taken back' : contentOf(id, raw)] as const;
    const expected = [...(await currentVersions(fresh.db, id)).values()].map(documents);
    const found = new Map([...(await currentVersions(store.db, id)).values()].map(documents));
    expect(expected.length).toBeGreaterThan(id === 'epss' ? 2 : 60);
    // A store that is filled today begins with the scores of the last days.
    expect(expected.filter(([key, raw]) => found.get(key) !== raw)).toEqual([]);
    if (id !== 'epss') expect([...found.values()].filter((raw) => raw !== null)).toHaveLength(expected.length);
  });

  async function shown(): Promise<{ readonly state: string; readonly lastError: string | null }> {
    const { body } = await app.get('/api/v1/sources');
    const all = (body['data'] as { sources: { id: string; state: string; lastError: string | null }[] }).sources;
    const mine = all.find((source) => source.id === id);
    if (mine === undefined) throw new Error(`${id} is not shown`);
    return mine;
  }
}

/** The log of the CVE list names a change by the time of the commit after it. */
const MAX_COMMIT_DELAY = 10 * 60_000;

/** Returns up to where a position says that everything was read; one of a whole file says nothing of that. */
function reachOf(position: string | null): number {
  const instants = position?.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
  return instants.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...instants.map((text) => Date.parse(text)));
}

function isStored(versions: Known, key: string, truth: Truth): boolean {
  const version = versions.get(key);
  return version !== undefined && wordsOf(version) === wordsOf(truth);
}

/** Members that a fault added stay until their record changes again: an upstream that drops a member does not date it anew. */
const ADDED: readonly string[] = ['novelField', 'more', 'forensicTriage', 'odd', 'schema_version'];

function contentOf(id: TwinId, raw: Buffer | null): string | null {
  if (raw === null) return null;
  if (id !== 'epss')
    return canonicalJson(
      JSON.parse(JSON.stringify(keptValue(id, '', raw)), (key, value) => (ADDED.includes(key) ? undefined : value)),
    );
  const lines = gunzipSync(raw).toString().split('\n');
  return lines.map((line) => line.split(',').slice(0, 3).join(',')).join('\n');
}

/** The cell of a day reads what happened on the evening before. */
function isOfTheDocument(row: NamedFault | undefined): boolean {
  return DOCUMENT_FAULTS.some((kind) => kind === row?.fault.kind);
}

/** Says which upstream or document, and what about it. */
function expectUnderstandable(reason: string | null, { fault }: NamedFault): void {
  if (reason === null) return;
  expect(reason).toMatch(
    /^(?:[a-z_0-9]+: |https?:\/\/|127\.0\.0\.1:\d+ |the archive |the listing |\d+ of \d+ records )/,
  );
  // Of several files that fail side by side, one may be refused by our own breaker.
  if (fault.kind === 'status') expect(reason).toMatch(new RegExp(`answers ${fault.status}|is resting`));
  if (fault.kind === 'redirect') expect(reason).toContain('redirects to');
}

/** Each record is still there as it was, or as the upstream really has it now; none has gone or been taken back otherwise. */
function expectNothingLost(before: Known, now: Known, truth: ReadonlyMap<string, Truth>): void {
  const lost = [...before].filter(([key, was]) => {
    const is = now.get(key);
    const true_ = truth.get(key);
    if (is === undefined || is.seq < was.seq) return true;
    if (is.raw === null) return was.raw !== null && true_ !== undefined;
    if (is.withdrawn && !was.withdrawn && true_?.withdrawn !== true) return true;
    // What is taken back already may be written anew in any words.
    return is.mark !== was.mark && is.mark !== true_?.mark && !was.withdrawn;
  });
  expect(lost.map(([key]) => key)).toEqual([]);
}

/** Lists of changes do not tell what is gone. */
function expectTruth(now: Known, truth: ReadonlyMap<string, Truth>, channel: ChannelName): void {
  const live = [...now].filter(([key, { raw }]) => raw !== null && (channel !== 'delta' || truth.has(key)));
  const told = live.map(([key, version]) => [key, wordsOf(version)]);
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries([...truth].map(([key, version]) => [key, wordsOf(version)])),
  );
}

/** Of what is taken back, only that it is: a later date that was a mistake is believed until the record changes again. */
function wordsOf({ mark, withdrawn }: Truth | StoredVersion): string | null {
  return withdrawn ? 'taken back' : mark;
}

function expectNoneFewer(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): void {
  expect([...before].filter(([key, count]) => (now.get(key) ?? 0) < count)).toEqual([]);
}
