import { describe, expect, it } from 'vitest';
import { httpAnswer, sourceDeps } from '../../../test/support/source-deps.ts';
import { pagesOf } from './pages.ts';

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
  Array.fromAsync(pagesOf(http, URL, query, AbortSignal.timeout(5_000)));

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
