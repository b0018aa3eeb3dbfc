import { fromRecords, generated } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { bench, bytesIn, DAY, idOf, many, record } from './test/bench.ts';

const world = generated({ seed: 3, count: 300 });

describe('nvd bulk', () => {
  it('reads every record with its own bytes, and says where the deltas begin', async () => {
    await using one = await bench(world);

    const reading = await one.read('bulk');

    const total = reading.keys.length;
    expect(reading.error).toBeNull();
    expect(total).toBeGreaterThan(100);
    expect(reading.items[0]).toEqual({ expected: total });
    expect(reading.items.some((item) => 'complete' in item)).toBe(false);
    for (const [key, bytes] of bytesIn(reading)) expect(JSON.parse(bytes)).toMatchObject({ cve: { id: key } });
    expect(JSON.parse(reading.offered ?? '')).toEqual({ until: '2026-09-15T09:30:00.000Z', total });
    expect(JSON.parse(reading.position ?? '')).toEqual({ finished: expect.any(String), total });
  });

  it('goes on behind the last window it has read', async () => {
    await using one = await bench(world);
    const whole = await one.read('bulk');
    const checkpoints = whole.items.flatMap((item) => ('checkpoint' in item ? item.checkpoint : []));
    const half = checkpoints.at(-8) ?? '';
    const { begun, records } = JSON.parse(half);
    const asked = one.twin.requests.length;

    const rest = await one.read('bulk', half);

    expect(one.twin.requests.length - asked).toBe(1 + 5);
    expect(rest.items[0]).toEqual({ expected: whole.keys.length - records });
    expect(rest.keys).toHaveLength(whole.keys.length - records);
    expect(JSON.parse(rest.offered ?? '').until).toBe(begun);
  });

  it.each([
    ['it was finished', null],
    ['its position is of another make', '"2026-01-01"'],
    ['its position is no JSON', 'x'],
    [
      'it began after now',
      '{"begun":"2027-01-01T00:00:00.000Z","next":"2026-01-01T00:00:00.000Z","records":1,"total":1}',
    ],
    [
      'it lacked records',
      '{"begun":"2026-09-01T00:00:00.000Z","next":"2026-09-01T00:00:00.000Z","records":1,"total":1}',
    ],
  ])('starts again when %s', async (_name, since) => {
    await using one = await bench(world);
    const whole = await one.read('bulk');

    const again = await one.read('bulk', since ?? whole.position);

    expect(again).toMatchObject({ keys: whole.keys, error: null });
  });

  it('asks for no window of more than 120 days, leaves no gap between them, and sends its key', async () => {
    await using one = await bench(world);

    await one.read('bulk');

    const windows = one.twin.requests.slice(1).map(({ path }) => new URL(path, 'http://x').searchParams);
    const bounds = windows.map((each) =>
      ['pubStartDate', 'pubEndDate'].map((name) => Date.parse(each.get(name) ?? '')),
    );
    expect(bounds.length).toBeGreaterThan(100);
    for (const [index, [from = 0, to = 0]] of bounds.entries()) {
      expect(to - from).toBeLessThanOrEqual(120 * DAY);
      if (index > 0) expect(from).toBe((bounds[index - 1]?.[1] ?? 0) + 1);
    }
    expect(new Set(one.twin.requests.map(({ headers }) => headers['apikey']))).toEqual(new Set(['k']));
  });

  it('refuses an API that has lost its records', async () => {
    await using one = await bench(world);
    const { position } = await one.read('bulk');

    one.twin.faults.set({ kind: 'half_feed' });
    const half = await one.read('bulk', position);
    one.twin.faults.set({ kind: 'empty_feed' });
    const empty = await one.read('bulk');

    expect(half).toMatchObject({
      items: [],
      error: expect.stringMatching(/^nvd: has \d+ records, where there were \d+$/),
    });
    expect(empty).toMatchObject({ items: [], error: 'nvd: has no records' });
  });

  it('is not finished while records lie outside of all windows', async () => {
    await using one = await bench(
      fromRecords([...many(10), record({ id: idOf(99), published: '1970-01-01T00:00:00.000' })]),
    );

    const first = await one.read('bulk');
    const second = await one.read('bulk', first.position);

    expect(first).toMatchObject({ offered: null, error: 'nvd: has 10 records, where there were 11' });
    expect(first.keys).toHaveLength(10);
    expect(second).toMatchObject({ keys: first.keys, offered: null, error: first.error });
  });

  it('that failed in the middle goes on there', async () => {
    await using one = await bench(
      fromRecords([record({ id: idOf(99), published: '1999-01-01T00:00:00.000' }), ...many(20)]),
    );
    let left = 100;
    const get: typeof one.http.get = async (...given) => {
      left -= 1;
      return left === 0 ? Promise.reject(new Error('lost')) : one.http.get(...given);
    };

    const first = await one.read('bulk', null, { ...one.http, get });
    const asked = one.twin.requests.length;
    const rest = await one.read('bulk', first.position);

    expect(first).toMatchObject({ keys: [idOf(99)], offered: null, error: 'lost' });
    expect(rest.keys).toHaveLength(20);
    expect(one.twin.requests.length - asked).toBeLessThan(25);
  });
});
