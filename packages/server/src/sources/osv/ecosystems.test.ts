import { smallWorld } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { filled, isComplete, keysOf, overTwin, presentIn } from './test/over-twin.ts';

const CHOSEN = ['PyPI'];

describe('with ecosystems that are chosen', () => {
  it('reads their archives alone', async () => {
    await using all = await filled(smallWorld);
    await using over = await overTwin(smallWorld, { ecosystems: CHOSEN });

    await over.read('bulk');

    const archives = over.asked().filter((path) => path.endsWith('all.zip'));
    expect(archives).toEqual(['PyPI/all.zip']);
    expect(over.stored.size).toBeGreaterThan(0);
    expect(over.stored.size).toBeLessThan(all.stored.size);
  });

  it('fetches nothing of the others by delta and sweep, and is complete', async () => {
    await using over = await overTwin(smallWorld, { ecosystems: CHOSEN });
    await over.read('bulk');
    over.positions.delete('delta');
    over.asked();

    const [delta, sweep] = [await over.read('delta'), await over.read('sweep')];

    const others = over.asked().filter((path) => path.endsWith('.json') && !path.startsWith('PyPI/'));
    expect(others).toEqual([]);
    expect(keysOf([...delta, ...sweep])).toEqual([]);
    expect(presentIn(sweep).toSorted()).toEqual([...over.stored.keys()].toSorted());
    expect(isComplete(sweep)).toBe(true);
    expect(sweep.flatMap((item) => ('part' in item ? [item.part] : []))).toEqual(CHOSEN);
  });

  it('still takes what was read before for present', async () => {
    await using before = await filled(smallWorld);
    await using over = await overTwin(smallWorld, { ecosystems: CHOSEN });
    for (const [key, record] of before.stored) over.stored.set(key, record);

    const sweep = await over.read('sweep');

    expect(presentIn(sweep).toSorted()).toEqual([...before.stored.keys()].toSorted());
  });

  it('fails where the bucket has no such ecosystem, and names it', async () => {
    await using over = await overTwin(smallWorld, { ecosystems: ['PyPI', 'pypi'] });

    await expect(over.read('bulk')).rejects.toThrow('ecosystems.txt lacks pypi of OSV_ECOSYSTEMS');
  });
});
