import { fromRecords, smallWorld } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { filled, HOUR, isComplete, keysOf, overTwin, position, QUARTER, record } from './test/over-twin.ts';

describe('bulk', () => {
  it('yields every record once, with the bytes of its file, wherever it stands', async () => {
    await using over = await overTwin(smallWorld);

    const items = await over.read('bulk');

    const keys = keysOf(items);
    expect(keys).toHaveLength(28);
    expect(new Set(keys).size).toBe(28);
    // In three ecosystems, in none, and by its commits alone.
    expect(keys).toEqual(expect.arrayContaining(['GHSA-7q9r-gvx2-j346', 'GSD-2024-91802', 'CVE-2025-91801']));
    expect(over.asked()).toEqual(expect.arrayContaining(['ecosystems.txt', '%5BEMPTY%5D/all.zip', 'GIT/all.zip']));
    const moved = over.stored.get('OSV-2025-9803');
    expect(JSON.parse(Buffer.from(moved?.raw ?? []).toString())).toEqual(moved?.value);
    expect(moved?.modified).toEqual(new Date('2026-07-17T09:15:00Z'));
    expect(over.stored.get('GSD-2024-91802')?.withdrawn).toBe(true);
    expect(moved?.withdrawn).toBe(false);
  });

  it('does not say what is gone, and lets the deltas begin when it began', async () => {
    await using over = await overTwin(smallWorld);

    const items = await over.read('bulk');

    expect(isComplete(items)).toBe(false);
    expect(position(over, 'delta')).toEqual({ etag: null, watermark: '2026-09-15T09:30:00.000Z', openSince: null });
    expect(position(over, 'bulk')).toMatchObject({ began: null });
  });

  it('reads names that need encoding', async () => {
    await using over = await overTwin(fromRecords([record('RLSA-2026:1', '2026-09-01T00:00:00Z', 'Rocky Linux:9')]));

    const items = await over.read('bulk');

    expect(keysOf(items)).toEqual(['RLSA-2026:1']);
    expect(over.asked()).toEqual(['ecosystems.txt', 'Rocky%20Linux/all.zip']);
  });

  it('reads the one archive of everything where that is wanted', async () => {
    await using over = await overTwin(smallWorld, { wholeArchive: true });

    const items = await over.read('bulk');

    expect(items[0]).toEqual({ expected: 28 });
    expect(keysOf(items)).toHaveLength(28);
    expect(over.asked()).toEqual(['all.zip']);
  });

  it('goes on with the next archive after it was broken off, and asks the others only whether they have changed', async () => {
    await using over = await overTwin(smallWorld);
    over.twin.faults.set({ kind: 'status', status: 404, path: '*/PyPI/all.zip' });
    await expect(over.read('bulk')).rejects.toThrow('PyPI/all.zip answers 404');
    const before = over.stored.size;
    over.twin.faults.clear();
    over.twin.clock.advance(HOUR);

    const items = await over.read('bulk');

    expect(before).toBeGreaterThan(5);
    // GHSA-7q9r-gvx2-j346 stands in an archive of either run.
    expect(keysOf(items)).toHaveLength(28 - before + 1);
    expect(over.stored.size).toBe(28);
    expect(position(over, 'delta').watermark).toBe('2026-09-15T09:30:00.000Z');
  });

  it('yields nothing when no archive has changed', async () => {
    await using over = await filled(smallWorld);
    over.twin.clock.advance(QUARTER);

    const items = await over.read('bulk');

    expect(items.filter((item) => !('checkpoint' in item))).toEqual([]);
    expect(over.twin.requests.slice(-13).every(({ status }) => status === 304)).toBe(true);
  });

  it('reads everything when the stored position is of another make', async () => {
    await using over = await filled(smallWorld);
    over.positions.set('bulk', '["W/x"]');

    expect(keysOf(await over.read('bulk'))).toHaveLength(28);
  });
});
