import { exampleAnswer, type MyPackages, postMyPackages } from '@almanac/contract';
import { LIST_LIMITS } from '@almanac/core/my-packages';
import { describe, expect, it } from 'vitest';
import { askList, fragmentOf, type ListState, listInFragment, listRefusal } from '../../src/web/browser/my-list.ts';

const [ROW] = (exampleAnswer(postMyPackages) as { data: MyPackages }).data.rows;

describe('a list in the fragment', () => {
  it.each([
    ['#packages=curl,openssl@3', ['curl', 'openssl@3']],
    ['#packages=%40a%2Fb%0Acurl', ['@a/b', 'curl']],
    ['#packages=%zz', ['%zz']],
    ['#packages=', []],
    ['#coverage', null],
    ['', null],
  ])('%s is %j', (fragment, list) => {
    expect(listInFragment(fragment)).toEqual(list);
  });

  it('is the same after it was written', () => {
    const list = ['curl', 'pkg:npm/%40a/b@1', 'libstdc++', 'ä'];

    expect(listInFragment(fragmentOf(list))).toEqual(list);
  });

  it('is refused beyond its bound, and where it is empty', () => {
    const many = Array.from({ length: LIST_LIMITS.client + 1 }, (_, i) => `p${i}`);

    expect(listRefusal(many)).toBe('The list names 5001 packages, and at most 5000 are asked about. Split it.');
    expect(listRefusal(many.slice(1))).toBeNull();
    expect(listRefusal([])).toBe('The list contains no packages.');
  });
});

describe('asking about it', () => {
  const answerAll = (asked: string[][]) => async (packages: readonly string[]) => {
    asked.push([...packages]);
    const rows = packages.map((name) => ({ ...ROW, asked: name, package: name, verdict: 'none_known', findings: [] }));
    return Response.json({ data: { rows }, coverage: [], asOf: null });
  };

  async function states(
    post: (packages: readonly string[]) => Promise<Response>,
    packages: readonly string[],
  ): Promise<{ states: ListState[]; waits: number[] }> {
    const seen: ListState[] = [];
    const waits: number[] = [];
    const sleep = async (seconds: number) => void waits.push(seconds);
    await askList({ post, sleep, waiting: () => {} }, packages, new AbortController().signal, (state) =>
      seen.push(state),
    );
    return { states: seen, waits };
  }

  it('goes in parts of a hundred names, one after the other, and shows each', async () => {
    const asked: string[][] = [];
    const names = Array.from({ length: 250 }, (_, i) => `p${i}`);

    const { states: seen } = await states(answerAll(asked), names);

    expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(seen.map((state) => [state.asked, state.rows.length])).toEqual([
      [100, 100],
      [200, 200],
      [250, 250],
    ]);
    expect(seen.at(-1)?.sentence).toBe('None of 250 packages is known to be affected.');
  });

  it('waits as it is told, and what is refused is unknown, not clean', async () => {
    const replies = [
      Response.json({ error: 'No' }, { status: 429, headers: { 'retry-after': '7' } }),
      Response.json({ error: 'Too much' }, { status: 400 }),
    ];

    const { states: seen, waits } = await states(async () => replies.shift() ?? Response.error(), ['curl']);

    expect(waits).toEqual([7]);
    expect(seen.at(-1)).toMatchObject({
      sentence: 'The package could not be checked.',
      rows: [{ verdict: 'unknown', verdictReason: expect.stringContaining('(400): Too much') }],
    });
  });
});
