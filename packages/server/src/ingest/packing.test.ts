import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pack, unpack } from './packing.ts';

it('gives back the very bytes, and never takes more room than they do', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.nat(50), (piece, times) => {
      const raw = Buffer.concat(Array.from({ length: times }, () => piece));

      const packed = pack(raw);

      expect(unpack(packed).equals(raw)).toBe(true);
      expect(packed.packed.length).toBeLessThanOrEqual(raw.length);
    }),
  );
});

it('does not unpack beyond the size it was told', () => {
  expect(() => unpack({ ...pack(Buffer.alloc(10_000)), rawSize: 100 })).toThrow();
});
