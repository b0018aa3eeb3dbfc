import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lru } from './lru.ts';

it('drops the least recently used entry first', () => {
  const cache = lru<string>(3);
  cache.set('a', 'A', 1);
  cache.set('b', 'B', 1);
  cache.set('c', 'C', 1);
  cache.get('a');

  cache.set('d', 'D', 1);

  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.get('d')]).toEqual(['A', undefined, 'C', 'D']);
});

it('refuses a value that could never fit, and forgets the one it would have replaced', () => {
  const cache = lru<string>(3);
  cache.set('a', 'small', 1);

  cache.set('a', 'huge', 4);

  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});

it('never holds more bytes than it may, and counts them right', () => {
  const operation = fc.record({
    key: fc.constantFrom('a', 'b', 'c', '__proto__'),
    bytes: fc.nat(12),
    drop: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(operation), (operations) => {
      const cache = lru<number>(20);
      const kept = new Map<string, number>();
      for (const { key, bytes, drop } of operations) {
        if (drop) cache.delete(key);
        else cache.set(key, bytes, bytes);
      }
      for (const key of ['a', 'b', 'c', '__proto__']) {
        const value = cache.get(key);
        if (value !== undefined) kept.set(key, value);
      }
      expect(cache.bytes).toBe([...kept.values()].reduce((sum, bytes) => sum + bytes, 0));
      expect(cache.bytes).toBeLessThanOrEqual(20);
      expect(cache.size).toBe(kept.size);
    }),
  );
});
