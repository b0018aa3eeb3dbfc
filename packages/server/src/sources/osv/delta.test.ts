import { fromRecords, smallWorld } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { filled, HOUR, keysOf, position, QUARTER, record } from './test/over-twin.ts';

describe('delta', () => {
  it('brings nothing when nothing has changed, and then asks only whether something has', async () => {
    await using over = await filled(smallWorld);

    const first = await over.read('delta');
    const second = await over.read('delta');

    expect(keysOf(first)).toEqual([]);
    expect(second).toEqual([]);
    expect(over.asked()).toEqual(['modified_id.csv', 'modified_id.csv']);
    expect(over.twin.requests.at(-1)?.status).toBe(304);
  });

  it('fetches what is new or changed, oldest first, and nothing else', async () => {
    await using over = await filled(smallWorld);
    over.twin.clock.advance(24 * HOUR);

    const items = await over.read('delta');

    expect(keysOf(items)).toEqual(['GHSA-2f5c-4m6p-7rvx', 'GHSA-3g6f-5p7q-8vw2', 'GHSA-4h7g-6q8r-9wx3']);
    expect(over.asked()).toEqual(['modified_id.csv', ...keysOf(items).map((id) => `npm/${id}.json`)]);
    expect(position(over, 'delta')).toEqual({
      etag: expect.any(String),
      watermark: '2026-09-15T18:30:00.402Z',
      openSince: null,
    });
  });

  it('fetches a record of several ecosystems once', async () => {
    await using over = await filled(
      fromRecords([
        record('GHSA-2222-2222-2222', '2026-09-15T08:00:00Z', 'npm'),
        record('GHSA-3333-3333-3333', '2026-09-15T09:40:00Z', 'npm', 'PyPI', 'Maven'),
      ]),
    );
    over.twin.clock.advance(QUARTER);

    const items = await over.read('delta');

    expect(keysOf(items)).toEqual(['GHSA-3333-3333-3333']);
    expect(over.asked()).toHaveLength(2);
  });

  it('is not misled by the order of dates with different numbers of digits', async () => {
    // The row of the later record stands below that of the earlier one, which was read before.
    await using over = await filled(
      fromRecords([
        record('OSV-2026-1', '2026-09-15T09:00:00Z', 'npm'),
        { ...record('OSV-2026-2', '2026-09-15T09:00:00.500Z', 'npm'), at: '2026-09-15T09:40:00Z' },
      ]),
    );
    over.positions.set('delta', JSON.stringify({ etag: null, watermark: '2026-09-15T09:00:00.000Z' }));
    over.twin.clock.advance(QUARTER);

    expect(keysOf(await over.read('delta'))).toEqual(['OSV-2026-2']);
  });

  it('finds a record that appears late under an earlier date', async () => {
    await using over = await filled(
      fromRecords([
        record('DSA-1-1', '2026-09-15T09:00:00Z', 'Debian:12'),
        { ...record('DSA-2-1', '2026-09-14T20:00:00Z', 'Debian:12'), at: '2026-09-15T09:40:00Z' },
      ]),
    );
    over.twin.clock.advance(QUARTER);

    expect(keysOf(await over.read('delta'))).toEqual(['DSA-2-1']);
  });

  it('asks again for a file that is older than its row, and does not move beyond it', async () => {
    const ids = ['OSV-2026-1', 'OSV-2026-2', 'OSV-2026-3', 'OSV-2026-4', 'OSV-2026-5', 'OSV-2026-6'];
    await using over = await filled(
      fromRecords(
        ids.flatMap((id, n) => [
          record(id, '2026-09-15T08:00:00Z', 'npm'),
          record(id, `2026-09-15T09:3${n + 1}:00Z`, 'npm'),
        ]),
      ),
      { tornExport: true },
    );
    over.twin.clock.advance(QUARTER);

    const first = await over.read('delta');
    const between = position(over, 'delta');
    const second = await over.read('delta');
    over.twin.clock.advance(QUARTER);
    const third = await over.read('delta');

    const late = ids.filter((id) => !keysOf(first).includes(id));
    expect(late.length).toBeGreaterThan(0);
    expect(keysOf(first).length).toBeGreaterThan(0);
    expect(between.etag).toBeNull();
    expect(between.watermark).toBe(`2026-09-15T09:3${ids.indexOf(late[0] ?? '') + 1}:00.000Z`);
    expect(keysOf(second)).toEqual([]);
    expect(keysOf(third)).toEqual(late);
    expect(position(over, 'delta')).toMatchObject({ etag: expect.any(String), watermark: '2026-09-15T09:36:00.000Z' });
  });

  it('loses nothing to a cache whose files are an hour old', async () => {
    const ids = ['OSV-2026-1', 'OSV-2026-2', 'OSV-2026-3', 'OSV-2026-4'];
    const changed = (id: string, n: number) => `2026-09-15T09:3${n + 1}:00Z`;
    await using over = await filled(
      fromRecords(
        ids.flatMap((id, n) => [record(id, '2026-09-15T07:00:00Z', 'npm'), record(id, changed(id, n), 'npm')]),
      ),
      { cacheSeconds: 3600 },
    );
    over.twin.clock.advance(QUARTER);

    const first = keysOf(await over.read('delta'));
    const later: string[] = [];
    for (let quarter = 0; quarter < 5; quarter += 1) {
      over.twin.clock.advance(QUARTER);
      later.push(...keysOf(await over.read('delta')));
    }

    expect(later.length).toBeGreaterThan(0);
    expect([...first, ...later].toSorted()).toEqual(ids);
    expect(ids.map((id) => over.stored.get(id)?.modified)).toEqual(ids.map((id, n) => new Date(changed(id, n))));
    expect(position(over, 'delta')).toMatchObject({ openSince: null, watermark: '2026-09-15T09:34:00.000Z' });
  });

  it('does not wait for ever for a file that does not come', async () => {
    await using over = await filled(
      fromRecords([
        record('OSV-2026-1', '2026-09-15T08:00:00Z', 'npm'),
        record('OSV-2026-2', '2026-09-15T09:40:00Z', 'npm'),
        record('OSV-2026-3', '2026-09-15T09:42:00Z', 'npm'),
      ]),
    );
    over.twin.faults.set({ kind: 'status', status: 404, path: '*/OSV-2026-2.json' });
    over.twin.clock.advance(QUARTER);
    await over.read('delta');
    const waiting = position(over, 'delta');
    over.twin.clock.advance(7 * HOUR);

    await over.read('delta');

    const openSince = '2026-09-15T09:45:00.000Z';
    expect(waiting).toEqual({ etag: null, watermark: '2026-09-15T09:40:00.000Z', openSince });
    expect(position(over, 'delta')).toEqual({ etag: null, watermark: '2026-09-15T09:42:00.000Z', openSince });
    over.twin.faults.clear();
    expect(keysOf(await over.read('delta'))).toEqual(['OSV-2026-2']);
    expect(position(over, 'delta')).toMatchObject({ etag: expect.any(String), openSince: null });
  });

  it('leaves alone what the API has brought before the export', async () => {
    await using over = await filled(
      fromRecords([
        record('OSV-2026-1', '2026-09-15T08:00:00Z', 'npm'),
        record('OSV-2026-1', '2026-09-15T09:31:00Z', 'npm'),
      ]),
    );
    over.twin.clock.advance(2 * 60_000);
    const found = await over.fetchOne('OSV-2026-1');
    if (typeof found === 'object' && 'parsed' in found) over.stored.set(found.key, found);
    over.positions.set('delta', JSON.stringify({ etag: null, watermark: '2026-09-15T08:00:00.000Z' }));

    const items = await over.read('delta');

    expect(over.stored.get('OSV-2026-1')?.modified).toEqual(new Date('2026-09-15T09:31:00Z'));
    expect(keysOf(items)).toEqual([]);
  });

  it('reads the whole list when the stored position is of another make', async () => {
    await using over = await filled(smallWorld);
    over.stored.delete('GHSA-h5j4-r678-wc9g');
    over.positions.set('delta', '2026-09-15T09:30:00Z');

    expect(keysOf(await over.read('delta'))).toEqual(['GHSA-h5j4-r678-wc9g']);
  });

  it('moves no further than now for dates that lie ahead', async () => {
    await using over = await filled(smallWorld);
    over.twin.faults.set({ kind: 'future_dates', ms: 400 * 24 * HOUR });

    await over.read('delta');

    expect(position(over, 'delta').watermark).toBe('2026-09-15T09:30:00.000Z');
  });

  it('can go on where a long run was broken off', async () => {
    const at = (n: number) => new Date(Date.parse('2026-09-15T09:31:00Z') + n * 100).toISOString();
    await using over = await filled(
      fromRecords([
        record('OSV-2026-0', '2026-09-15T08:00:00Z', 'npm'),
        ...Array.from({ length: 1200 }, (_, n) => record(`OSV-2026-${n + 1}`, at(n + 1), 'npm')),
      ]),
    );
    over.twin.clock.advance(QUARTER);
    over.twin.faults.set({ kind: 'status', status: 400, path: '*/OSV-2026-1100.json' });
    await expect(over.read('delta')).rejects.toThrow('answers 400');
    const reached = position(over, 'delta');
    over.twin.faults.clear();
    over.asked();

    const items = await over.read('delta');

    expect(reached).toMatchObject({ etag: null, watermark: at(1000) });
    expect(over.stored.size).toBe(1201);
    expect(keysOf(items).length).toBeLessThan(200);
  });
});

it('marks what was taken back', async () => {
  await using over = await filled(smallWorld);
  over.twin.clock.advance(HOUR);
  over.twin.faults.set({ kind: 'mass_withdrawal', share: 1 });

  const items = await over.read('delta');

  expect(items.filter((item) => 'parsed' in item && item.withdrawn)).toHaveLength(28);
});
