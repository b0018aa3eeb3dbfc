import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedOf, tableStates, transactionMark } from '../corpus/store.ts';
import type { CommandEnded } from './commands.ts';
import { affectedCounts, changedSince, expectedOf, scoreCounts } from './counts.ts';
import { compareReads, openWorld, type World, type WorldOptions } from './measure.ts';

export interface WorldStory extends WorldOptions {
  readonly maxMemoryMb: number;
  /** How long reads are timed before the churn day. */
  readonly idleMs: number;
  /** How much slower the slowest read in a hundred may be during it; null: that is not looked at. */
  readonly maxSlowdown: number | null;
  readonly timeoutMs: number;
}

const DAY = 86_400_000;

/** The first load, the same again, a day, and a day on which thirty thousand records are written anew. */
export function tellWorldStory(story: WorldStory): void {
  const { maxMemoryMb, idleMs, maxSlowdown, timeoutMs, say } = story;
  describe(`a world of ${story.share} of the size of the real one`, { timeout: timeoutMs }, () => {
    let world: World;
    let expected: ReturnType<typeof expectedOf>;
    let lastDay: string;
    let slowdowns: readonly number[] = [Number.POSITIVE_INFINITY];

    beforeAll(async () => {
      world = await openWorld(story);
      expected = expectedOf(world.size);
    }, timeoutMs);
    afterAll(async () => {
      await world[Symbol.asyncDispose]();
    }, timeoutMs);

    it('is loaded, every record once, within the memory that a worker may have', async () => {
      lastDay = dayBefore(1);
      await world.moveTo({ kind: 'scores', last: lastDay });
      const { size, db } = world;

      const ended = [
        await world.ingest('epss', 'bulk'),
        await world.ingest('cve_list_v5', 'bulk'),
        await world.ingest('osv', 'bulk'),
      ];
      await world.sayTables();

      expectGood(ended);
      expect(await storedOf(db, 'cve_list_v5')).toEqual(onceEach(size.cves));
      expect(await storedOf(db, 'osv')).toEqual(onceEach(size.advisories));
      expect(await affectedCounts(db, 'cve_list_v5')).toEqual({ open: expected.cveRows, closed: 0 });
      expect(await affectedCounts(db, 'osv')).toEqual({ open: expected.advisoryRows, closed: 0 });
      expect(await scoreCounts(db)).toEqual({
        current: size.scored,
        days: size.days,
        kept: size.scored * size.days,
      });
    });

    it('is read once more, and nothing is written', async () => {
      await world.moveTo({ kind: 'again' });
      const mark = await transactionMark(world.db);

      const ended = [
        await world.ingest('cve_list_v5', 'sweep'),
        await world.ingest('osv', 'bulk'),
        await world.ingest('osv', 'sweep'),
        await world.ingest('epss', 'bulk'),
      ];

      expectGood(ended);
      expect(ended.map(({ out }) => /\d+ seen/.exec(out)?.[0])).toEqual([
        `${world.size.cves} seen`,
        `${world.size.advisories} seen`,
        '0 seen',
        // Days that have gone by meanwhile have no scores yet.
        `${world.size.days - daysBetween(lastDay, dayBefore(1))} seen`,
      ]);
      expect((await tableStates(world.db, mark)).filter(({ written }) => written > 0)).toEqual([]);
    });

    it('takes a day’s changes, these and no others', async () => {
      const { size, db } = world;
      await world.moveTo({ kind: 'day' });
      const mark = await transactionMark(db);

      const ended = [await world.ingest('cve_list_v5', 'delta'), await world.ingest('osv', 'delta')];
      const seconds = ended.reduce((sum, one) => sum + one.seconds, 0);
      const records = expected.day.cveIds.length + expected.day.advisoryIds.length;
      say(`a day's ${records} records were read in ${seconds.toFixed(1)} s`);

      expectGood(ended);
      expect(await changedSince(db, mark, 'cve_list_v5')).toEqual(expected.day.cveIds);
      expect(await changedSince(db, mark, 'osv')).toEqual(expected.day.advisoryIds);
      expect(await affectedCounts(db, 'osv')).toEqual({
        open: expected.advisoryRows + expected.day.newRows,
        closed: expected.day.rewrittenRows,
      });
      expect((await storedOf(db, 'cve_list_v5')).live).toBe(size.cves + size.day.newCves);
    });

    it('takes the scores of the days since', async () => {
      const { size, db } = world;
      const today = dayBefore(0);
      const days = size.days + daysBetween(lastDay, today);
      await world.moveTo({ kind: 'scores', last: today });

      const ended = await world.ingest('epss', 'delta');

      expectGood([ended]);
      expect(await scoreCounts(db)).toEqual({ current: size.scored, days, kept: size.scored * days });
    });

    it('takes a churn day, and closes and opens exactly the rows of it, while it is read', async () => {
      const before = await affectedCounts(world.db, 'osv');
      await world.readUntil(AbortSignal.timeout(idleMs / 2)); // warms up
      const idle = await world.readUntil(AbortSignal.timeout(idleMs));
      await world.moveTo({ kind: 'churn' });
      const over = new AbortController();
      const reading = world.readUntil(over.signal);

      const ended = await world.ingest('osv', 'delta');
      over.abort();
      slowdowns = compareReads(idle, await reading, say);
      await world.sayTables();

      expectGood([ended]);
      expect(await affectedCounts(world.db, 'osv')).toEqual({
        open: before.open,
        closed: before.closed + expected.churnRows,
      });
    });

    it('is sound in the end', async () => {
      const { code, out } = await world.verify();

      expect(code, out).toBe(0);
    });

    if (maxSlowdown !== null) {
      it('was read hardly slower while it churned', () => {
        expect(Math.max(...slowdowns)).toBeLessThan(maxSlowdown);
      });
    }

    function expectGood(ended: readonly CommandEnded[]): void {
      for (const { code, out, complaints } of ended) expect(code, `${out}${complaints}`).toBe(0);
      for (const { usage } of ended) expect(usage.peakMb ?? 0).toBeLessThan(maxMemoryMb);
    }
  });
}

function onceEach(count: number) {
  return { live: count, versions: count, quarantined: [] };
}

function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY;
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
}
