import { describe, expect, it } from 'vitest';
import { httpAnswer, sourceDeps } from '../../../test/support/source-deps.ts';
import { fetchPages, nextCursor } from './pages.ts';

const URL = 'https://api.example/advisories';
const query = { type: 'reviewed', sort: 'updated' } as const;

/** Each page names the cursors in turn as its next one. */
function paging(...cursors: string[]) {
  const asked: string[] = [];
  const get = async (url: string) => {
    const cursor = cursors[asked.length];
    asked.push(url);
    const link = cursor === undefined ? [] : [['link', `<${URL}?after=${cursor}>; rel="next"`] as const];
    return { ...httpAnswer(200, '[]'), headers: new Map(link) };
  };
  const { http } = sourceDeps({});
  return { http: { ...http, get }, asked };
}

const read = (http: ReturnType<typeof paging>['http']) =>
  Array.fromAsync(fetchPages(http, URL, query, AbortSignal.timeout(5_000)));

describe('pagesOf', () => {
  it('asks for the same with each cursor in turn', async () => {
    const { http, asked } = paging('a', 'b');

    expect(await read(http)).toHaveLength(3);
    const base = `${URL}?type=reviewed&sort=updated&direction=asc&per_page=100`;
    expect(asked).toEqual([base, `${base}&after=a`, `${base}&after=b`]);
  });

  it('gives up when the pages go round in a circle', async () => {
    await expect(read(paging('a', 'b', 'c', 'a').http)).rejects.toThrow('go round in a circle');
  });

  it('gives up on a listing without end', async () => {
    const cursors = Array.from({ length: 6000 }, (_, n) => `c${n}`);

    await expect(read(paging(...cursors).http)).rejects.toThrow('more than 5000 pages');
  });
});

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
