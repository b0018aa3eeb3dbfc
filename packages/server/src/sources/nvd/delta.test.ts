import { fromRecords, generated } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { httpAnswer } from '../../../test/support/source-deps.ts';
import { bench, bytesIn, DAY, HOUR, idOf, many, positionAt, record, SECOND, START } from './test/bench.ts';

describe('nvd delta', () => {
  it('reads what changed since, and a little before', async () => {
    const modified = ['13T08:00', '13T10:00', '15T09:00'].map((time) => `2026-09-${time}:00.000`);
    await using one = await bench(
      fromRecords(modified.map((date, index) => record({ id: idOf(index), modified: date }))),
    );

    const { keys, position, items } = await one.read('delta', positionAt('2026-09-15T09:00:00.000Z'));

    expect(keys).toEqual([idOf(1), idOf(2)]);
    expect(position).toBe(positionAt('2026-09-15T09:30:00.000Z', 3));
    expect(items[0]).toMatchObject({ modified: new Date('2026-09-13T10:00:00Z') });
  });

  it('day by day, comes to what a bulk finds in the end', async () => {
    await using one = await bench(generated({ seed: 3, count: 300 }));
    const filled = await one.read('bulk');
    const known = bytesIn(filled);
    let since = filled.offered;

    for (let days = 0; days < 12; days += 1) {
      one.twin.clock.advance(DAY);
      const reading = await one.read('delta', since);
      for (const [key, bytes] of bytesIn(reading)) known.set(key, bytes);
      since = reading.position;
    }

    const whole = bytesIn(await one.read('bulk'));
    expect(known).toEqual(whole);
    expect(known).not.toEqual(bytesIn(filled));
  });

  it('catches up in windows, oldest first, with a checkpoint after each', async () => {
    const modified = ['2025-12-01', '2026-03-01', '2026-07-01', '2026-09-14'].map((day) => `${day}T00:00:00.000`);
    await using one = await bench(
      fromRecords(modified.map((date, index) => record({ id: idOf(index), modified: date }))),
    );

    const { items } = await one.read('delta', positionAt('2025-09-01T00:00:00.000Z'));

    const until = items.flatMap((item) => ('checkpoint' in item ? Date.parse(JSON.parse(item.checkpoint).until) : []));
    expect(until).toHaveLength(4);
    expect(until).toEqual(until.toSorted((a, b) => a - b));
    expect(until.at(-1)).toBe(Date.parse(START));
  });

  it('stays where it is while the API lists nothing, and misses nothing when it does again', async () => {
    const later = [1, 2, 3].map((day) => {
      const at = new Date(Date.parse(START) + day * DAY).toISOString();
      return record({ id: idOf(day), modified: at.slice(0, 23), at });
    });
    await using one = await bench(fromRecords([...many(3), ...later]));
    const filled = await one.read('delta', positionAt('2026-09-15T09:00:00.000Z'));
    one.twin.faults.set({ kind: 'empty_window' });
    let { position } = filled;

    for (let days = 0; days < 5; days += 1) {
      one.twin.clock.advance(DAY);
      const { items, error, position: moved } = await one.read('delta', position);
      expect({ items, error }).toEqual({ items: [{ total: expect.any(Number) }], error: null });
      position = moved ?? position;
    }
    one.twin.faults.clear();
    const after = await one.read('delta', position);

    expect(position).toBe(filled.position);
    expect(after.keys.toSorted()).toEqual([1, 2, 3].map(idOf));
    expect(JSON.parse(after.position ?? '').until).toBe('2026-09-20T09:30:00.000Z');
  });

  it.each([null, '', '2026-09-14T00:00:00Z', '{"until":"yesterday","total":1}'])(
    'reads everything from position %s',
    async (since) => {
      await using one = await bench(
        fromRecords([...many(3), record({ id: idOf(9), published: '1999-01-01T00:00:00.000' })]),
      );

      const { keys } = await one.read('delta', since);

      expect(keys).toHaveLength(4);
    },
  );

  it('never stands later than now', async () => {
    await using one = await bench(fromRecords(many(3)));

    const { keys, position } = await one.read('delta', positionAt('2027-01-01T00:00:00.000Z'));

    expect(keys).toHaveLength(3);
    expect(position).toBe(positionAt('2026-09-15T09:30:00.000Z', 3));
  });

  it('reads a record dated ahead when its time has come', async () => {
    await using one = await bench(fromRecords(many(3)));
    one.twin.faults.set({ kind: 'future_dates', ms: 3 * HOUR });

    const before = await one.read('delta', positionAt('2026-09-15T09:00:00.000Z'));
    one.twin.clock.advance(4 * HOUR);
    const after = await one.read('delta', before.position);

    expect(before.keys).toEqual([]);
    expect(after.keys).toHaveLength(3);
  });

  it('pages through a window', async () => {
    await using one = await bench(fromRecords(many(4500)));

    const { keys, items } = await one.read('delta', positionAt('2026-08-01T00:00:00.000Z'));

    expect(new Set(keys).size).toBe(4500);
    expect(items.filter((item) => 'checkpoint' in item)).toHaveLength(1);
    const starts = one.twin.requests.map(({ path }) => new URL(path, 'http://x').searchParams.get('startIndex'));
    expect(starts).toEqual(['0', '0', '2000', '4000']);
  });

  it('parts a window that moves while it is read, and misses nothing', async () => {
    // Three records of the first page change while the pages are read: all behind them move up.
    const changing = [10, 11, 12].map((number) =>
      record({ id: idOf(number), modified: '2026-09-15T09:30:03.000', at: '2026-09-15T09:30:03Z' }),
    );
    await using one = await bench(fromRecords([...many(4500), ...changing]));

    const { keys, items, position } = await one.read('delta', positionAt('2026-09-13T00:00:00.000Z'));

    expect(keys).toHaveLength(4500);
    expect(new Set(keys).size).toBe(4500);
    expect(items.filter((item) => 'checkpoint' in item).length).toBeGreaterThan(1);
    expect(position).toBe(positionAt('2026-09-15T09:30:00.000Z', 4500));
  });

  it('gives up a window that never stands still, and keeps what it has', async () => {
    // All of one instant, so that they cannot be parted, and one leaves with every second.
    const crowd = Array.from({ length: 2400 }, (_, index) =>
      record({ id: idOf(index), modified: '2026-09-15T09:00:00.000' }),
    );
    const leaving = Array.from({ length: 200 }, (_, index) => {
      const at = new Date(Date.parse(START) + (index + 1) * SECOND).toISOString();
      return record({ id: idOf(index), modified: at.slice(0, 23), at });
    });
    await using one = await bench(fromRecords([...crowd, ...leaving]));

    const { keys, position, error } = await one.read('delta', positionAt('2026-09-15T09:00:00.000Z'));

    expect(error).toMatch(/^nvd: the window from .* moves while it is read$/);
    expect(keys.length).toBeGreaterThan(2000);
    expect(position === null || Date.parse(JSON.parse(position).until) < Date.parse('2026-09-15T09:00:00Z')).toBe(true);
  });

  it('takes a record that is there twice once, and does not look again where one page has both', async () => {
    await using one = await bench(fromRecords(many(2)));
    const element = { cve: { id: idOf(1), lastModified: '2026-09-15T09:00:00.000' } };
    const page = { resultsPerPage: 2, startIndex: 0, totalResults: 2, vulnerabilities: [element, element] };
    let asked = 0;
    const get = async () => {
      asked += 1;
      return httpAnswer(200, JSON.stringify(page));
    };

    const since = positionAt('2026-09-15T09:00:00.000Z', 2);
    const { keys, position, error } = await one.read('delta', since, { ...one.http, get });

    expect({ keys, error }).toEqual({ keys: [idOf(1)], error: null });
    expect(position).toBe(positionAt('2026-09-15T09:30:00.000Z', 2));
    expect(asked).toBeLessThan(4);
  });

  it('refuses an API that has lost its records', async () => {
    await using one = await bench(fromRecords(many(30)));
    one.twin.faults.set({ kind: 'half_feed' });

    const { items, error } = await one.read('delta', positionAt('2026-09-15T09:00:00.000Z', 30));

    expect({ items, error }).toEqual({ items: [], error: 'nvd: has 15 records, where there were 30' });
  });
});
