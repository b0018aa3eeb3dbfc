import { fromRecords } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { filled, keysOf, type OverTwin, position, QUARTER, record } from './test/over-twin.ts';

const OLD = Array.from({ length: 100 }, (_, n) => record(`OSV-2026-${100 + n}`, '2026-08-01T00:00:00Z', 'npm'));
const NEW = Array.from({ length: 5 }, (_, n) => record(`OSV-2026-${200 + n}`, `2026-09-15T09:3${n + 1}:00Z`, 'npm'));
const NEW_IDS = NEW.map(({ id }) => id);
/** All rows are of one length: 5 new ones in 190 bytes, 105 in all. */
const ROW = '2026-09-15T09:31:00Z,npm/OSV-2026-200\n'.length;

async function behind(options: Parameters<typeof filled>[1]): Promise<OverTwin> {
  const over = await filled(fromRecords([...OLD, ...NEW]), options);
  over.twin.clock.advance(QUARTER);
  return over;
}

/** Requests for the list, with their statuses. */
const listRequests = ({ twin }: OverTwin) =>
  twin.requests.flatMap(({ path, headers, status }) =>
    path.endsWith('modified_id.csv') ? [[headers.range ?? 'whole', status]] : [],
  );

describe('the list of changes', () => {
  it('is read no further than to a row that is old enough', async () => {
    await using over = await behind({ listHeads: [10 * ROW, 50 * ROW] });

    const items = await over.read('delta');
    const again = await over.read('delta');

    expect(keysOf(items)).toEqual(NEW_IDS);
    expect(again).toEqual([]);
    expect(listRequests(over)).toEqual([
      [`bytes=0-${10 * ROW - 1}`, 206],
      [`bytes=0-${10 * ROW - 1}`, 304],
    ]);
    expect(position(over, 'delta')).toMatchObject({ etag: expect.any(String), watermark: '2026-09-15T09:35:00.000Z' });
  });

  it.each([
    ['in a longer part', [3 * ROW, 20 * ROW], [206, 206]],
    ['as a whole where no part reaches so far', [3 * ROW, 4 * ROW], [206, 206, 200]],
    ['as a whole where no part is long enough for a row', [1, ROW - 1], [206, 206, 200]],
    ['as a part that is the whole', [200 * ROW], [206]],
    ['as a whole where no part is wanted', [], [200]],
  ])('is read %s', async (_name, listHeads, statuses) => {
    await using over = await behind({ listHeads });

    expect(keysOf(await over.read('delta'))).toEqual(NEW_IDS);
    expect(listRequests(over).map(([, status]) => status)).toEqual(statuses);
  });

  it('is read to the last whole row, wherever the part ends', async () => {
    for (let bytes = 5 * ROW; bytes <= 8 * ROW; bytes += 7) {
      await using over = await behind({ listHeads: [bytes] });

      expect([bytes, keysOf(await over.read('delta'))]).toEqual([bytes, NEW_IDS]);
    }
  });

  it.each([
    ['ignores the range', 'ignored', [200]],
    ['sends fewer bytes than it says', 'fewer', [206, 200]],
    ['sends all bytes and says that they are a part', 'all', [206, 200]],
    ['sends the bytes of another place', 'elsewhere', [206, 206, 200]],
    ['does not say which part it sends', 'unsaid', [206, 200]],
  ] as const)('is read as a whole from an upstream that %s', async (_name, ranges, statuses) => {
    await using over = await behind({ ranges, listHeads: [10 * ROW, 50 * ROW] });

    expect(keysOf(await over.read('delta'))).toEqual(NEW_IDS);
    expect(listRequests(over).map(([, status]) => status)).toEqual(statuses);
  });

  it('may be replaced between two parts: what was read last counts', async () => {
    const later = record('OSV-2026-300', '2026-09-15T09:50:00Z', 'npm');
    await using over = await filled(fromRecords([...OLD, ...NEW, later]), { listHeads: [3 * ROW, 20 * ROW] });
    over.twin.clock.advance(QUARTER);
    over.onAnswer(() => over.twin.clock.advance(QUARTER));

    const items = await over.read('delta');

    expect(keysOf(items)).toEqual([...NEW_IDS, later.id]);
    expect(position(over, 'delta').watermark).toBe('2026-09-15T09:50:00.000Z');
    expect(await over.read('delta')).toEqual([]);
  });

  it('is read as a whole when there is no position', async () => {
    await using over = await behind({ listHeads: [10 * ROW] });
    over.positions.delete('delta');

    await over.read('delta');

    expect(listRequests(over)).toEqual([['whole', 200]]);
  });
});
