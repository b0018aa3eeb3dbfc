import { describe, expect, it } from 'vitest';
import type { Caller } from '../rate-limit/caller.ts';
import { fairQueue } from './fair-queue.ts';

const anonymous = (name: string): Caller => ({ name, network: null, authenticated: false });
const keyed: Caller = { name: 'account-1', network: null, authenticated: true };
const never = new AbortController().signal;

describe('a fair queue', () => {
  it('gives a free place at once, and none past those who wait', async () => {
    const queue = fairQueue({ places: 1, keyed: 0 });
    const leave = queue.take(anonymous('a'));
    const waiting = queue.wait(anonymous('b'), never);

    const whileTaken = queue.take(anonymous('c'));
    leave?.();
    const next = queue.take(anonymous('c'));
    (await waiting)();

    expect([leave, whileTaken, next]).toEqual([expect.any(Function), null, null]);
    expect(queue.taken).toBe(0);
  });

  it('serves whoever has fewest places first, however many others came before', async () => {
    const queue = fairQueue({ places: 2, keyed: 0 });
    const order: string[] = [];
    const held = [queue.take(anonymous('greedy')), queue.take(anonymous('greedy'))];
    const wait = (name: string) =>
      queue.wait(anonymous(name), never).then((leave) => {
        order.push(name);
        return leave;
      });
    const all = ['greedy', 'greedy', 'greedy', 'modest'].map(wait);

    held[0]?.();
    (await all[3])?.();
    for (const each of all.slice(0, 3)) (await each)();

    expect(order).toEqual(['modest', 'greedy', 'greedy', 'greedy']);
  });

  it('counts callers of one IPv6 /48 as one', async () => {
    const queue = fairQueue({ places: 2, keyed: 0 });
    const within = (name: string): Caller => ({ name, network: '2001:db8:1::/48', authenticated: false });
    const order: string[] = [];
    const held = ['a', 'b'].map((name) => queue.take(within(name)));
    const wait = (caller: Caller) =>
      queue.wait(caller, never).then((leave) => {
        order.push(caller.name);
        return leave;
      });
    const all = [wait(within('c')), wait(anonymous('other'))];

    held[0]?.();
    (await all[1])?.();
    (await all[0])?.();

    expect(order).toEqual(['other', 'c']);
    expect([queue.taken, queue.waiting]).toEqual([1, 0]);
  });

  it('keeps places for callers with a key', () => {
    const queue = fairQueue({ places: 2, keyed: 1 });

    const taken = [anonymous('a'), anonymous('b'), keyed, keyed].map((caller) => queue.take(caller) !== null);

    expect(taken).toEqual([true, false, true, false]);
  });

  it('forgets whoever gives up', async () => {
    const queue = fairQueue({ places: 1, keyed: 0 });
    const leave = queue.take(anonymous('a'));
    const gone = new AbortController();
    const waiting = queue.wait(anonymous('b'), gone.signal);
    gone.abort(new Error('gone'));

    await expect(waiting).rejects.toThrow('gone');
    leave?.();
    leave?.();
    expect(queue.taken).toBe(0);
  });
});
