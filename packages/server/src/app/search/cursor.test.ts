import { describe, expect, it } from 'vitest';
import { parseCursor, printCursor, type SearchCursor } from './cursor.ts';

describe('a cursor', () => {
  it.each<SearchCursor>([
    { before: 50, after: null },
    { before: 50, after: { severity: 4, score: 9.8, published: 1_700_000_000_123, key: 'CVE-2025-1234' } },
    { before: 50, after: { severity: -2, score: -1, published: null, key: 'a~b' } },
  ])('%j is read as it was written', (cursor) => {
    expect(parseCursor(printCursor(cursor))).toEqual(cursor);
  });

  it.each(['', 'x', 'o', 'o1~', 'o1~4~9~', 'o1~4~9~~', 'o1~4.5~9~1~a', 'o1~4~9~999999999999999~a', 'o1~4~9~1~a\0'])(
    '%j is not a valid cursor',
    (text) => {
      expect(parseCursor(Buffer.from(text).toString('base64url'))).toBeNull();
    },
  );
});
