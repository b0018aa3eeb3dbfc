import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { BREAKAGES, type Fault, generated } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../../test/corpus.ts';
import { httpAnswer, sourceDeps } from '../../../test/support/source-deps.ts';
import { epss } from './index.ts';
import { bench, file, files, TODAY } from './test/bench.ts';

const YESTERDAY = '2026-09-14';
const since = { day: YESTERDAY, rows: 200, model: 'v1', awaited: [] };

describe('epss on a bad day', () => {
  it.each([
    ['of another day', file(TODAY, { dated: YESTERDAY }), 'says that it is of 2026-09-14'],
    ['without a day', file(TODAY).slice(file(TODAY).indexOf('\n') + 1), 'says that it is of no day'],
    ['with other columns', file(TODAY, { columns: 'cve,percentile,epss' }), 'has the columns "cve,percentile,epss"'],
    ['with fewer columns', file(TODAY, { columns: 'cve,epss' }), 'has the columns "cve,epss"'],
    ['much shorter than the last', file(TODAY, { rows: 189 }), 'has 189 rows, where there were 200 on 2026-09-14'],
    [
      'with numbers beyond 1',
      file(TODAY, { extra: ['CVE-2021-0001,97.1,99'] }),
      'has numbers beyond 1: CVE-2021-0001,97.1,99',
    ],
    ['with many bad lines', file(TODAY, { extra: ['x', 'y', 'z'] }), 'has 3 bad lines among 203'],
    ['without rows', file(TODAY, { rows: 0 }), 'has no scores'],
    ['that is no table', '{"status":"OK"}', 'has the columns "{\\"status\\":\\"OK\\"}"'],
    ['that is empty', '', 'has the columns ""'],
    ['that is cut', gzipSync(file(TODAY)).subarray(0, 500), 'cannot be unpacked: unexpected end of file'],
    ['that is a bomb', gzipSync(Buffer.alloc(97 * 1024 * 1024)), 'cannot be unpacked'],
  ])('refuses a file %s', async (_name, content, message) => {
    await using one = await bench(files({ [TODAY]: content }));

    const { days, position, error } = await one.read('delta', since);

    expect(error).toContain(`epss: the file of ${TODAY} ${message}`);
    expect({ days, position }).toEqual({ days: [], position: null });
  });

  it('reads the days behind a refused one, and asks for that again', async () => {
    const short = files({ [YESTERDAY]: file(YESTERDAY, { rows: 3 }), [TODAY]: file(TODAY) });
    await using one = await bench(short);

    const { days, position, error } = await one.read('delta', { ...since, day: '2026-09-13' });

    expect(error).toContain('the file of 2026-09-14 has 3 rows');
    expect(days).toEqual([TODAY]);
    expect(position).toEqual({ ...since, day: TODAY, awaited: [YESTERDAY] });
    expect(await one.read('delta', position as object)).toMatchObject({
      days: [],
      error: expect.stringContaining('has 3 rows'),
    });
  });

  it('takes a file with a few bad lines and without them, and one with further columns', async () => {
    await using bad = await bench(files({ [TODAY]: file(TODAY, { extra: ['null', 'CVE-2020-1000,0.9,0.9'] }) }));
    await using wide = await bench(files({ [TODAY]: file(TODAY, { columns: 'cve,epss,percentile,kev' }) }));

    expect(await bad.read('delta', since)).toMatchObject({ days: [TODAY], position: { rows: 200 }, error: null });
    expect(await wide.read('delta', since)).toMatchObject({ days: [TODAY], error: null });
    expect([bad.told, wide.told]).toEqual([['lines are left out'], ['new columns']]);
  });

  it('takes a file that was unpacked on the way', async () => {
    const text = Buffer.from(file(TODAY));
    const download = () => Promise.reject(new Error('not this'));
    const get = async () => httpAnswer(200, text);
    const deps = sourceDeps({ http: { get, download }, now: () => new Date(`${TODAY}T15:00:00Z`) });
    const reading = epss({ url: 'http://epss.test', apiUrl: 'http://api.test' }).channels.delta;

    const items = await Array.fromAsync(reading?.read(deps, JSON.stringify(since), AbortSignal.timeout(1000)) ?? []);

    expect(items[0]).toMatchObject({ key: TODAY, raw: text });
  });

  it.each(BREAKAGES)('one row broken by %s spoils no other', async (way) => {
    await using one = await bench(files({ [TODAY]: file(TODAY) }));
    one.twin.faults.set({ kind: 'malformed_record', way });

    const { days, error, position } = await one.read('delta', since);

    expect({ days, error }).toEqual({ days: [TODAY], error: null });
    expect(position).toMatchObject({ rows: way === 'duplicate_key' ? 200 : 199 });
  });

  const faults: [string, Fault, RegExp][] = [
    ['half a table', { kind: 'half_feed' }, /rows, where there were/],
    ['an empty table', { kind: 'empty_feed' }, /has no scores/],
    ['many scores gone', { kind: 'mass_withdrawal', share: 0.2 }, /rows, where there were/],
    ['a date ahead', { kind: 'future_dates', ms: 86_400_000 }, /says that it is of/],
    ['a page of maintenance', { kind: 'html' }, /has the columns "<!doctype html>"/],
    ['garbage', { kind: 'garbage' }, /has the columns/],
    ['half the bytes', { kind: 'truncation', announce: 'half' }, /cannot be unpacked/],
    ['a broken connection', { kind: 'truncation' }, /./],
    ['a reset', { kind: 'reset' }, /./],
    ['silence', { kind: 'stall' }, /./],
    ['an error', { kind: 'status', status: 500 }, /answers 500/],
    ['too many requests', { kind: 'status', status: 429 }, /answers 429/],
    ['another host', { kind: 'redirect', to: 'http://127.0.0.1:1/x' }, /redirects to/],
  ];

  it.each(faults)('fails under %s, and its position stays', async (_name, fault, message) => {
    await using one = await bench(generated({ seed: 7, count: 400 }));
    const { position } = await one.read('bulk');
    one.twin.clock.advance(86_400_000);
    one.twin.faults.set(fault);

    const broken = await one.read('delta', position as object);

    expect(broken.error).toMatch(message);
    expect(broken).toMatchObject({ days: [], position: null });
    one.twin.faults.set([]);
    expect(await one.read('delta', position as object)).toMatchObject({ days: ['2026-09-16'], error: null });
  });
});

describe.skipIf(!hasCorpus)('epss, real files', () => {
  it('are read a week apart', async () => {
    const [before, after] = await Promise.all(
      ['2026-08-09', '2026-08-16'].map((day) => readFile(corpusFile(`epss/epss_scores-${day}.csv.gz`))),
    );
    await using one = await bench(files({ '2026-08-09': before ?? '', '2026-08-16': after ?? '' }), {
      catchUpDays: 40,
    });

    const { items, position, error } = await one.read('delta', { ...since, day: '2026-08-08' });

    expect(error).toBe('epss: has no file since 2026-08-16');
    expect(position).toEqual({ day: '2026-08-16', rows: 360_142, model: 'unknown', awaited: [] });
    expect(items.find((item) => 'parsed' in item)).toMatchObject({ raw: before });
  });
});
