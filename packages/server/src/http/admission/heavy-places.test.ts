import { describe, expect, it } from 'vitest';
import type { Caller } from '../rate-limit/caller.ts';
import { HEAVY_ROWS, heavyPlaces } from './heavy-places.ts';

const anonymous = (name: string): Caller => ({ name, network: null, authenticated: false });
const authenticated = (name: string): Caller => ({ name, network: null, authenticated: true });

/** Answers that have read much, in the order in which they were given a place. */
function openStory() {
  const places = heavyPlaces();
  const order: string[] = [];
  const begin = (name: string, caller: Caller, signal = new AbortController().signal) => {
    const reading = places.open(caller);
    reading.hasRead(HEAVY_ROWS + 1);
    const enter = async () => {
      if (!reading.mayGoOn()) await reading.wait(signal);
      order.push(name);
    };
    return { ...reading, placed: enter() };
  };
  return { places, order, begin };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('answers that read much', () => {
  it('are those beyond what most read, counted over all their statements', () => {
    const places = heavyPlaces();
    const reading = places.open(anonymous('a'));

    reading.hasRead(HEAVY_ROWS - 1);
    const before = [reading.mayGoOn(), places.taken];
    reading.hasRead(2);

    expect(before).toEqual([true, 0]);
    expect([reading.mayGoOn(), places.taken]).toEqual([true, 1]);
  });

  it('are two at a time, and one more of callers with a key', async () => {
    const { places, order, begin } = openStory();

    for (const name of ['first', 'second', 'third']) begin(name, anonymous(name));
    begin('fourth', authenticated('account-1'));
    await settled();

    expect([order, places.taken]).toEqual([['first', 'second', 'fourth'], 3]);
  });

  it('go on in turn by caller when a place is free, not by how many one sends', async () => {
    const { places, order, begin } = openStory();
    const all = [1, 2, 3, 4].map((i) => begin(`greedy ${i}`, anonymous('greedy')));
    all.push(begin('modest', anonymous('modest')));

    await settled();
    for (const each of [all[0], all[4], all[1], all[2], all[3]]) {
      each?.end();
      await settled();
    }

    expect(order).toEqual(['greedy 1', 'greedy 2', 'modest', 'greedy 3', 'greedy 4']);
    expect(places.taken).toBe(0);
  });

  it('of one IPv6 /48 count as those of one caller', async () => {
    const { order, begin } = openStory();
    const within = (name: string): Caller => ({ name, network: '2001:db8:1::/48', authenticated: false });
    const [first] = ['a', 'b', 'c'].map((name) => begin(name, within(name)));
    begin('other', anonymous('other'));

    await settled();
    first?.end();
    await settled();

    expect(order).toEqual(['a', 'b', 'other']);
  });

  it('wait no longer than their request lasts', async () => {
    const { places, begin } = openStory();
    const held = [begin('a', anonymous('a')), begin('b', anonymous('b'))];
    const caller = new AbortController();
    const late = begin('late', anonymous('late'), caller.signal);
    const reason = new Error('gone');

    caller.abort(reason);

    await expect(late.placed).rejects.toBe(reason);
    late.end();
    for (const each of held) each.end();
    await settled();
    expect(places.taken).toBe(0);
  });
});
