import { describe, expect, it } from 'vitest';
import { nextCursor } from './next-cursor.ts';

const HERE = 'https://api.example/advisories?type=reviewed';

describe('nextCursor', () => {
  it.each([
    ['no header', undefined, null],
    ['an empty one', '', null],
    ['the last page', '<https://api.example/advisories?before=x>; rel="prev"', null],
    ['a next page', '<https://api.example/advisories?after=abc%3D%3D&type=reviewed>; rel="next"', 'abc=='],
    ['one after others', '<https://a.example/?before=x,y>; rel="prev", <https://a.example/?after=y>; rel="next"', 'y'],
    ['no quotes', '<?after=z>;rel=next', 'z'],
    ['a page elsewhere, of which only the cursor is taken', '<http://169.254.169.254/?after=q>; rel="next"', 'q'],
    ['a header without end', '<https://api.example/?after=x', null],
  ])('finds in %s %j → %j', (_name, link, expected) => {
    expect(nextCursor(link, HERE)).toBe(expected);
  });

  it.each(['<https://api.example/advisories?page=2>; rel="next"', '<http://:::>; rel="next"'])(
    'refuses a next page without a cursor: %s',
    (link) => {
      expect(() => nextCursor(link, HERE)).toThrow('has no cursor');
    },
  );

  it('gives up on a header made to do harm', () => {
    expect(nextCursor('<>;'.repeat(100_000), HERE)).toBeNull();
  });
});
