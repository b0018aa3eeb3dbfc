import { type Fault, fromRecords } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { bench, bytesIn, DAY, idOf, many, positionAt, type Reading, record } from './test/bench.ts';
import { getFeedYears, parseFeedMeta } from './year-feed.ts';

const GZ = '*.json.gz';
const OLD = record({ id: 'CVE-1999-0001', published: '1999-09-29T04:00:00.000' });
const OTHER = record({ id: 'CVE-2025-0001', published: '2025-02-01T00:00:00.000' });

const yearsIn = ({ position }: Reading) => Object.keys(JSON.parse(position ?? '{}') as object);

describe('nvd sweep', () => {
  it('reads the feeds of all years, and finds a record as the API has it', async () => {
    await using one = await bench(fromRecords([OLD, OTHER, ...many(5)]));
    one.twin.clock.advance(DAY);

    const sweep = await one.read('sweep');
    const delta = await one.read('delta');

    expect(sweep.error).toBeNull();
    expect(bytesIn(sweep)).toEqual(bytesIn(delta));
    expect(yearsIn(sweep)).toEqual(getFeedYears(new Date(one.twin.clock.now())).map(String));
  });

  it('finds a change that the deltas never listed', async () => {
    const changed = record({ id: idOf(1), modified: '2026-09-15T10:00:00.000', at: '2026-09-15T10:00:00Z' });
    await using one = await bench(fromRecords([...many(2), changed]), { unlisted: (id) => id === idOf(1) });
    one.twin.clock.advance(7 * DAY);

    const delta = await one.read('delta', positionAt('2026-09-14T00:00:00.000Z', 2));
    const sweep = await one.read('sweep');

    expect(delta.keys).toEqual([idOf(2)]);
    expect(bytesIn(sweep).get(idOf(1))).toContain('2026-09-15T10:00:00.000');
  });

  it('downloads again only the years whose hash has changed', async () => {
    const changed = record({ id: idOf(1), modified: '2026-09-15T10:00:00.000', at: '2026-09-15T10:00:00Z' });
    await using one = await bench(fromRecords([OLD, OTHER, ...many(2), changed]));
    const first = await one.read('sweep');
    const asked = one.feeds.requests.length;
    one.twin.clock.advance(DAY);

    const second = await one.read('sweep', first.position);
    const third = await one.read('sweep', second.position);

    const downloads = one.feeds.requests.slice(asked).filter(({ path }) => path.endsWith('.gz'));
    expect(downloads.map(({ path }) => path)).toEqual(['/feeds/json/cve/2.0/nvdcve-2.0-2026.json.gz']);
    expect([second.keys, third.keys]).toEqual([[idOf(1), idOf(2)], []]);
  });

  const spoilt: [string, Fault | readonly Fault[]][] = [
    ['whose .meta states another hash', { kind: 'other_hash', path: '*2025.meta' }],
    ['that is cut', { kind: 'truncation', announce: 'half', path: '*2025.json.gz' }],
    ['that is no gzip', { kind: 'garbage', path: '*2025.json.gz' }],
    ['that is a page of maintenance', { kind: 'html', path: '*2025.json.gz' }],
  ];
  it.each(spoilt)('stores nothing of a year %s, and reads it the next time', async (_name, fault) => {
    await using one = await bench(fromRecords([OLD, OTHER, ...many(2)]));
    one.twin.clock.advance(DAY);
    one.feeds.faults.set(fault);

    const during = await one.read('sweep');
    one.feeds.faults.clear();
    const after = await one.read('sweep', during.position);

    expect(during.keys).toEqual(['CVE-1999-0001', idOf(1), idOf(2)]);
    expect(during.error).toBe('nvd: the feeds of 2025 do not have the hash that .meta states');
    expect(yearsIn(during)).not.toContain('2025');
    expect(after).toMatchObject({ keys: ['CVE-2025-0001'], error: null });
  });

  it('unpacks no more of a feed than its .meta states', async () => {
    await using one = await bench(fromRecords([OLD, ...many(2)]));
    one.twin.clock.advance(DAY);
    const get: typeof one.http.get = async (url, options) => {
      const answer = await one.http.get(url, options);
      if (!url.includes('2002.meta')) return answer;
      return { ...answer, body: Buffer.from(String(Buffer.from(answer.body)).replace(/^size:.*/m, 'size:9')) };
    };

    const { keys, error } = await one.read('sweep', null, { ...one.http, get });

    expect(keys).toEqual([idOf(1), idOf(2)]);
    expect(error).toContain('the feeds of 2002 do not have');
  });

  it.each([
    ['is not there', { kind: 'status', status: 404, path: GZ }, /2002\.json\.gz answers 404$/],
    ['has no .meta', { kind: 'status', status: 404 }, /2002\.meta answers 404$/],
    ['has a .meta without a hash', { kind: 'html', path: '*.meta' }, /2002\.meta states no size and hash$/],
    ['has a record that hides the others', { kind: 'malformed_record', way: 'syntax' }, /^nvd: the feed of 2002: malf/],
  ] satisfies [string, Fault, RegExp][])('fails when a year %s', async (_name, fault, message) => {
    await using one = await bench(fromRecords([OLD]));
    one.feeds.faults.set(fault);

    const { error, position } = await one.read('sweep');

    expect(error).toMatch(message);
    expect(position).toBeNull();
  });

  it('passes over a record that is dated ahead, and reads its year again', async () => {
    await using one = await bench(fromRecords([OTHER, ...many(2)]));
    one.feeds.faults.set({ kind: 'future_dates', ms: 400 * DAY });

    const before = await one.read('sweep');
    one.feeds.faults.clear();
    const after = await one.read('sweep', before.position);

    expect(before.keys).toEqual(['CVE-2025-0001']);
    expect(after.keys).toEqual(['CVE-2025-0001', idOf(1), idOf(2)]);
  });

  it('does without the feed of a year that has just begun', async () => {
    await using one = await bench(fromRecords(many(1)));
    one.twin.clock.advance(Date.parse('2027-01-01T00:00:01Z') - one.twin.clock.now());
    one.feeds.faults.set({ kind: 'status', status: 404, path: '*2027.meta' });

    const january = await one.read('sweep');
    one.twin.clock.advance(31 * DAY);
    const february = await one.read('sweep', january.position);

    expect(january.error).toBeNull();
    expect(february.error).toMatch(/2027\.meta answers 404$/);
  });
});

it.each([
  ['size:12\r\nzipSize:5\r\ngzSize:4\r\nsha256:' + 'AB'.repeat(32) + '\r\n', { size: 12, sha256: 'ab'.repeat(32) }],
  [
    'lastModifiedDate:2026-09-15T00:00:00-04:00\nsha256:' + '0'.repeat(64) + '\nsize:0',
    { size: 0, sha256: '0'.repeat(64) },
  ],
  ['size:12', null],
  ['sha256:' + 'AB'.repeat(32), null],
  ['size:12\nsha256:' + 'AB'.repeat(31), null],
  ['size:999999999999\nsha256:' + 'AB'.repeat(32), null],
  ['size:-1\nsha256:' + 'AB'.repeat(32), null],
  ['', null],
])('parseFeedMeta(%j)', (text, meta) => {
  expect(parseFeedMeta(text)).toEqual(meta);
});
