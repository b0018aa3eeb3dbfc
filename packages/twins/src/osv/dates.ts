import { crc32 } from 'node:zlib';

/** Go writes as many decimals as there are; OSV's home databases keep none, one, six or nine. */
export function goTime(instant: number, id: string): string {
  const second = new Date(instant).toISOString().slice(0, 19);
  const noise = crc32(id);
  const digits = [0, 1, 6, 9][noise % 4] ?? 0;
  if (digits === 0) return `${second}Z`;
  const fraction = String(noise % 10 ** 8).padStart(8, '0');
  return `${second}.${fraction.slice(0, digits - 1)}${1 + (noise % 9)}Z`;
}
