import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { fromRecords, generated } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { bench, DAY_MS, file, files, goodFiles, TODAY } from './test/bench.ts';

const world = generated({ seed: 7, count: 400 });
const at = (day: string, more: object = {}) => ({ day, rows: 200, model: 'v1', awaited: [], ...more });

describe('epss bulk', () => {
  it('reads the last days, each as the file that came', async () => {
    await using one = await bench(world);

    const { days, items, position, offered, error } = await one.read('bulk');

    expect(error).toBeNull();
    expect(days).toEqual(['2026-09-13', '2026-09-14', TODAY]);
    const [first] = items;
    if (first === undefined || !('parsed' in first)) throw new Error('no record');
    const text = gunzipSync(first.raw);
    expect(first.value).toEqual({ sha256: createHash('sha256').update(text).digest('hex') });
    expect(first.modified).toEqual(new Date('2026-09-13T13:00:00Z'));
    const { rows, ...stated } = first.parsed;
    expect(stated).toEqual({ scoreDate: '2026-09-13', modelVersion: 'v2025.03.14', whole: true });
    expect([...rows]).toHaveLength(text.toString().split('\n').length - 3);
    expect(position).toMatchObject({ day: TODAY, model: 'v2025.03.14', awaited: [] });
    expect(offered).toEqual(position);
    expect(items.some((item) => 'complete' in item)).toBe(false);
  });

  it('leaves to the deltas what is not there yet', async () => {
    await using one = await bench(goodFiles('2026-09-14'));

    const { days, offered, error } = await one.read('bulk');

    expect({ days, offered, error }).toEqual({
      days: ['2026-09-14'],
      offered: at('2026-09-14', { awaited: ['2026-09-13'] }),
      error: null,
    });
  });

  it('leaves to the deltas what is not good', async () => {
    await using one = await bench(files({ '2026-09-13': file('2026-09-12'), '2026-09-14': file('2026-09-14') }));

    expect(await one.read('bulk')).toMatchObject({
      days: ['2026-09-14'],
      offered: { awaited: ['2026-09-13'] },
      error: null,
    });
  });

  it('fails when there is nothing at all', async () => {
    await using one = await bench(files({}));

    expect(await one.read('bulk')).toMatchObject({ items: [], error: 'epss: has no file since 2026-09-13' });
  });

  it('holds what it reads again against what it read before', async () => {
    await using one = await bench(world);
    const { position } = await one.read('bulk');
    one.twin.faults.set({ kind: 'half_feed' });

    const again = await one.read('bulk', position as object);

    expect(again).toMatchObject({
      days: [],
      offered: { ...(position as object), awaited: ['2026-09-13', '2026-09-14'] },
    });
  });
});

describe('epss delta', () => {
  it('reads every day that was missed, oldest first, with a checkpoint after each', async () => {
    await using one = await bench(goodFiles('2026-09-12', '2026-09-13', '2026-09-14', TODAY));

    const { items, error } = await one.read('delta', at('2026-09-12'));

    expect(error).toBeNull();
    expect(
      items.map((item) => ('checkpoint' in item ? JSON.parse(item.checkpoint).day : (item as { key: string }).key)),
    ).toEqual(['2026-09-13', '2026-09-14', TODAY].flatMap((day) => [day, day]));
  });

  it('waits for a file that is not out yet, and asks for no other', async () => {
    await using one = await bench(world, { quirks: { publishedHour: 20 } });

    const before = await one.read('delta', at('2026-09-14'));
    one.twin.clock.advance(DAY_MS / 4);
    const after = await one.read('delta', at('2026-09-14'));

    expect(before).toMatchObject({ items: [], error: null });
    expect(after).toMatchObject({ days: [TODAY], error: null });
    expect(one.twin.requests.map(({ status }) => status)).toEqual([403, 200]);
  });

  it('reads nothing twice', async () => {
    await using one = await bench(world);

    expect(await one.read('delta', at(TODAY))).toMatchObject({ items: [], error: null });
    expect(one.twin.requests).toEqual([]);
  });

  describe('a file that was corrected', () => {
    const story = (...corrected: readonly [day: string, rows: number][]) =>
      fromRecords([
        ...['2026-09-13', '2026-09-14', TODAY].map((id) => ({ id, at: `${id}T13:00:00Z`, record: file(id) })),
        ...corrected.map(([id, rows]) => ({ id, at: `${TODAY}T14:00:00Z`, record: file(id, { rows }) })),
      ]);
    const held = Object.fromEntries(['2026-09-13', '2026-09-14', TODAY].map((day) => [day, `${day}T13:00:00Z`]));

    it('is read again, and the others are only asked about', async () => {
      await using one = await bench(story(['2026-09-14', 201]), { held });

      const { days, error } = await one.read('delta', at(TODAY));

      expect({ days, error }).toEqual({ days: ['2026-09-14'], error: null });
      expect(one.twin.requests.map(({ status }) => status)).toEqual([304, 200, 304]);
    });

    it('and is worse than the one we have is not taken', async () => {
      await using one = await bench(story(['2026-09-14', 20]), { held });

      expect(await one.read('delta', at(TODAY))).toMatchObject({ days: [], error: null });
      expect(one.told).toEqual(['a corrected day is not taken']);
    });
  });

  it('goes past a day without a file, and takes the file when it comes late', async () => {
    const late = { quirks: { missing: ['2026-09-13'] } };
    await using one = await bench(goodFiles('2026-09-14', TODAY), late);
    const first = await one.read('delta', at('2026-09-12'));
    await using other = await bench(goodFiles('2026-09-13', '2026-09-14', TODAY));

    const second = await other.read('delta', first.position as object);

    expect(first).toMatchObject({
      days: ['2026-09-14', TODAY],
      position: at(TODAY, { awaited: ['2026-09-13'] }),
      error: null,
    });
    expect(second).toMatchObject({ days: ['2026-09-13'], position: at(TODAY), error: null });
  });

  it('gives up a day after a week, and says so', async () => {
    await using one = await bench(goodFiles(TODAY));

    const seven = await one.read('delta', at('2026-09-14', { awaited: ['2026-09-08'] }));
    const eight = await one.read('delta', at('2026-09-14', { awaited: ['2026-09-07'] }));

    expect(seven.position).toEqual(at(TODAY, { awaited: ['2026-09-08'] }));
    expect(eight.position).toEqual(at(TODAY));
    expect(one.told).toEqual(['a day is given up']);
  });

  it('makes up for a bounded number of days', async () => {
    await using one = await bench(world, { catchUpDays: 5 });

    const { days } = await one.read('delta', at('2026-01-01', { awaited: ['2025-12-31'] }));

    expect(days).toEqual(['2026-09-11', '2026-09-12', '2026-09-13', '2026-09-14', TODAY]);
    expect(one.told).toContain('days are left out');
  });

  it('fails when nothing has come for days, though each may be late', async () => {
    await using one = await bench(files({}));

    expect(await one.read('delta', at('2026-09-12'))).toMatchObject({ days: [], error: null });
    expect(await one.read('delta', at('2026-09-11'))).toMatchObject({
      days: [],
      error: 'epss: has no file since 2026-09-11',
    });
  });

  it.each([null, '', 'x', '"2026-09-14"', { day: 'today', rows: 1, model: null, awaited: [] }])(
    'starts again from position %j',
    async (since) => {
      await using one = await bench(world);

      expect(await one.read('delta', since)).toMatchObject({ days: ['2026-09-13', '2026-09-14', TODAY], error: null });
    },
  );

  it('asks for nothing when our clock was set back', async () => {
    await using one = await bench(world);

    expect(await one.read('delta', at('2026-10-01'))).toMatchObject({ items: [], error: null });
  });

  it('tells of another model', async () => {
    await using one = await bench(world, { quirks: { modelChange: { on: TODAY } } });

    const { items } = await one.read('delta', at('2026-09-13', { model: 'v2025.03.14' }));

    const models = items.flatMap((item) => ('parsed' in item ? [[item.key, item.parsed.modelVersion]] : []));
    expect(models).toEqual([
      ['2026-09-14', 'v2025.03.14'],
      [TODAY, 'v2026.09.01'],
    ]);
    expect(one.told).toEqual(['another model: all scores move']);
  });
});

describe('epss, one CVE', () => {
  it('asks the API for the newest score', async () => {
    await using one = await bench(goodFiles('2026-09-14'));

    const fetched = await one.fetchOne('cve-2020-1007');

    expect(fetched).toMatchObject({
      key: 'CVE-2020-1007',
      value: { cve: 'CVE-2020-1007', epss: '0.100700000', date: '2026-09-14' },
      parsed: {
        scoreDate: '2026-09-14',
        modelVersion: null,
        whole: false,
        rows: [{ cve: 'CVE-2020-1007', score: 0.1007, percentile: 0.5 }],
      },
    });
    expect(JSON.parse(Buffer.from((fetched as { raw: Uint8Array }).raw).toString())).toMatchObject({
      cve: 'CVE-2020-1007',
    });
  });

  it.each(['CVE-2020-99999', '2026-09-14', 'GHSA-aaaa-bbbb-cccc'])('knows that %s has none', async (key) => {
    await using one = await bench(goodFiles('2026-09-14'));

    expect(await one.fetchOne(key)).toBe('absent');
  });

  it.each(['wrong_type', 'huge_number', 'missing_field', 'null_record', 'invalid_utf8'] as const)(
    'broken by %s is set aside or read, never guessed',
    async (way) => {
      await using one = await bench(goodFiles('2026-09-14'));
      one.twin.faults.set({ kind: 'malformed_record', way });

      const fetched = await one.fetchOne('CVE-2020-1007');

      if (way === 'huge_number') expect(fetched).toMatchObject({ parsed: { rows: [{ score: 0.1007 }] } });
      else expect(fetched).toMatchObject({ key: 'CVE-2020-1007', unreadable: expect.any(String) });
    },
  );

  it.each([
    [{ kind: 'status', status: 500 } as const, 'answers 500'],
    [{ kind: 'html' } as const, 'malformed JSON'],
    [{ kind: 'garbage' } as const, 'malformed JSON'],
  ])('fails under %o', async (fault, message) => {
    await using one = await bench(goodFiles('2026-09-14'));
    one.twin.faults.set(fault);

    await expect(one.fetchOne('CVE-2020-1007')).rejects.toThrow(message);
  });
});
