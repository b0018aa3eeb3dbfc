import { getChanges } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { cursorOfPlace } from '../../app/changes/cursor.ts';
import { buildBatch } from './batch.ts';

const [example] = getChanges.example.changes;
const place = (seq: number) => ({ tx: '7', recordId: 1, seq, observedAt: new Date(0) });
const cursor = (seq: number) => cursorOfPlace(place(seq));
/** What was looked at up to the tenth, of which these pass. */
const page = (...passing: readonly number[]) => ({
  changes: passing.map((seq) => Object.assign({}, example, { cursor: cursor(seq) }) as never),
  end: place(10),
  more: false,
});
const cursorsOf = (batch: ReturnType<typeof buildBatch>) => batch?.changes.map((change) => change.cursor);

describe('what is delivered at once', () => {
  it('is all that passes, and goes on behind everything that was looked at', () => {
    const batch = buildBatch('wh_1', page(2, 4), null);

    expect([cursorsOf(batch), batch?.cursor, batch?.end]).toEqual([[cursor(2), cursor(4)], cursor(4), place(10)]);
  });

  it('is the same under the same id when it is repeated, whatever has come since', () => {
    const first = buildBatch('wh_1', page(2, 4), null);
    const again = buildBatch('wh_1', page(2, 4, 6, 8), cursor(4));

    expect([again?.message, cursorsOf(again), again?.end]).toEqual([first?.message, cursorsOf(first), place(4)]);
    expect(buildBatch('wh_2', page(2, 4), null)?.message).not.toBe(first?.message);
  });

  it('is what comes behind it where nothing of it passes any more', () => {
    const batch = buildBatch('wh_1', page(6, 8), cursor(4));

    expect([cursorsOf(batch), batch?.end]).toEqual([[cursor(6), cursor(8)], place(10)]);
  });

  it('is nothing where nothing passes', () => {
    expect(buildBatch('wh_1', page(), null)).toBeNull();
    expect(buildBatch('wh_1', page(), cursor(4))).toBeNull();
  });
});
