import { smallWorld } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { filled, HOUR, keysOf, overTwin, setAsideIn } from './test/over-twin.ts';

describe('a record that is bad', () => {
  const victim = 'PYSEC-2024-9103';

  it.each(['syntax', 'wrong_type', 'null_record', 'deep_nesting', 'invalid_utf8'] as const)(
    '(%s) is set aside by every channel; the others are read',
    async (way) => {
      await using over = await overTwin(smallWorld);
      over.twin.faults.set({ kind: 'malformed_record', way, record: victim });

      const bulk = await over.read('bulk');
      const sweep = await over.read('sweep');

      expect(keysOf(bulk)).toHaveLength(27);
      expect(setAsideIn(bulk)).toMatchObject([{ key: victim }]);
      expect(setAsideIn(sweep)).toMatchObject([{ key: victim }]);
      over.twin.faults.clear();
      expect(keysOf(await over.read('sweep'))).toEqual([victim]);
    },
  );

  it('is asked for again by the deltas', async () => {
    await using over = await filled(smallWorld);
    over.twin.clock.advance(2 * HOUR);
    over.twin.faults.set({ kind: 'malformed_record', way: 'syntax', record: 'GHSA-2f5c-4m6p-7rvx' });

    const bad = await over.read('delta');
    over.twin.faults.clear();
    const good = await over.read('delta');

    expect(setAsideIn(bad)).toMatchObject([{ key: 'GHSA-2f5c-4m6p-7rvx' }]);
    expect(keysOf(good)).toEqual(['GHSA-2f5c-4m6p-7rvx']);
  });

  it.each(['lone_surrogate', 'huge_number'] as const)('only in part (%s) is read', async (way) => {
    await using over = await overTwin(smallWorld);
    over.twin.faults.set({ kind: 'malformed_record', way, record: victim });

    expect(setAsideIn(await over.read('bulk'))).toEqual([]);
  });
});
