import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trainDictionary } from './dictionaries.ts';
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

it('gives back the very bytes with the dictionary they were packed with, and nothing without it', () => {
  const record = (i: number) =>
    Buffer.from(JSON.stringify({ id: `CVE-2024-${i}`, text: 'A flaw was found in the way.' }));
  const dictionary = { id: 3, bytes: trainDictionary(Array.from({ length: 40 }, (_, i) => record(i))) };
  fc.assert(
    fc.property(fc.oneof(fc.nat().map(record), fc.uint8Array({ maxLength: 3_000 }).map(Buffer.from)), (raw) => {
      const packed = pack(raw, dictionary);

      expect(unpack(packed, dictionary.bytes).equals(raw)).toBe(true);
      expect(packed.packed.length).toBeLessThanOrEqual(raw.length);
    }),
  );
  expect(pack(record(7), dictionary).packed.length).toBeLessThan(pack(record(7)).packed.length / 3);
  expect(() => unpack(pack(record(7), dictionary))).toThrow('without its dictionary');
});

it.each([
  ['what is packed already', gzipSync('x'.repeat(100)), 0],
  ['a large document', Buffer.alloc(300_000, 'abc'), 1],
])('does not use the dictionary for %s', (_name, raw, codec) => {
  expect(pack(raw, { id: 3, bytes: Buffer.from('abcabc') })).toMatchObject({ codec, dictionary: null });
});

it('a dictionary has as much as deflate can look back upon', () => {
  const documents = Array.from({ length: 1_000 }, () => Buffer.alloc(5_000));

  expect(trainDictionary(documents)).toHaveLength(32_000);
  expect(trainDictionary(documents.slice(0, 3))).toHaveLength(6_000);
});
