import { fromRecords, smallWorld } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { filled, isComplete, keysOf, presentIn, record } from './test/over-twin.ts';

describe('sweep', () => {
  it('tells what is there without fetching what we have', async () => {
    await using over = await filled(smallWorld);

    const items = await over.read('sweep');

    expect(presentIn(items).sort()).toEqual([...over.stored.keys()].sort());
    expect(keysOf(items)).toEqual([]);
    expect(items.at(-1)).toEqual({ complete: true, asOf: expect.any(Date) });
    expect(over.asked().filter((path) => path.endsWith('.json'))).toEqual([]);
  });

  it('fetches what the deltas have missed', async () => {
    await using over = await filled(smallWorld);
    const [lost, old] = ['GHSA-h5j4-r678-wc9g', 'PYSEC-2024-9103'] as const;
    over.stored.delete(lost);
    const outdated = over.stored.get(old);
    if (outdated !== undefined) over.stored.set(old, { ...outdated, modified: new Date('2024-01-01T00:00:00Z') });

    const items = await over.read('sweep');

    expect(keysOf(items).sort()).toEqual([lost, old]);
    expect(presentIn(items)).toHaveLength(26);
  });

  it('does not list what has left the lists, although its file is still there', async () => {
    const left = 'PYSEC-2025-9804';
    await using over = await filled(smallWorld, { start: '2026-09-15T09:30:00Z' });
    const other = over.stored.get('PYSEC-2024-9103');
    if (other !== undefined) over.stored.set(left, { ...other, key: left });

    const items = await over.read('sweep');

    expect(presentIn(items)).not.toContain(left);
    expect(isComplete(items)).toBe(true);
  });

  it('does not judge what may have come after the lists were written', async () => {
    await using over = await filled(smallWorld);
    over.twin.clock.advance(10 * 60_000);

    const asOf = (await over.read('sweep')).flatMap((item) => ('complete' in item ? [item.asOf] : []));

    // The last export with a change in it, less one run of the exporter.
    expect(asOf).toEqual([new Date('2026-09-15T04:30:00Z')]);
  });

  it('tells how fresh each ecosystem is', async () => {
    await using over = await filled(smallWorld);

    const parts = (await over.read('sweep')).filter((item) => 'part' in item);

    expect(parts).toContainEqual({
      part: 'Maven',
      size: 1,
      changedAt: new Date('2023-09-12T09:15:00.600Z'),
      pauseSeconds: null,
    });
  });

  it('is not deceived by a date ahead about the freshness of an ecosystem', async () => {
    const days = ['2026-09-01', '2026-09-03', '2026-09-08', '2031-01-01'];
    const records = days.map((day, i) => record(`HX-${i}`, `${day}T08:00:00Z`, 'Hex').record);
    const given = records.map((each) => ({ id: each.id, at: '2026-09-10T00:00:00Z', record: each }));
    await using over = await filled(fromRecords(given));

    const parts = (await over.read('sweep')).filter((item) => 'part' in item);

    const changedAt = new Date('2026-09-08T08:00:00Z');
    expect(parts).toEqual([{ part: 'Hex', size: 4, changedAt, pauseSeconds: 5 * 86_400 }]);
  });

  it('takes a date that was set back', async () => {
    await using over = await filled(smallWorld);
    const key = 'GHSA-h5j4-r678-wc9g';
    const ours = over.stored.get(key);
    if (ours !== undefined) over.stored.set(key, { ...ours, modified: new Date('2027-01-01T00:00:00Z') });

    expect(keysOf(await over.read('sweep'))).toEqual([key]);
  });

  it('is not complete when a single list is missing', async () => {
    await using over = await filled(smallWorld);
    over.twin.faults.set({ kind: 'status', status: 404, path: '*/npm/modified_id.csv' });

    await expect(over.read('sweep')).rejects.toThrow('npm/modified_id.csv answers 404');
  });

  it('finds in the list of the bucket what the list of its ecosystem lacks', async () => {
    await using over = await filled(smallWorld);
    over.twin.faults.set({ kind: 'half_feed', path: '*/npm/modified_id.csv' });

    const items = await over.read('sweep');

    expect(presentIn(items)).toHaveLength(28);
  });
});
