import { crc32 } from 'node:zlib';

/** A number from 0 up to 1 that depends on the seed and the words alone. CRC-32 of similar texts is similar, so it is scrambled. */
export function chance(seed: string, ...words: readonly string[]): number {
  let hash = crc32([seed, ...words].join('\n'));
  hash = Math.imul(hash ^ (hash >>> 16), 0x7f_eb_35_2d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x84_6c_a6_8b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** One of several by chance; undefined of none. */
export function oneOf<T>(values: readonly T[], seed: string, ...words: readonly string[]): T | undefined {
  return values[Math.floor(chance(seed, ...words) * values.length)];
}
