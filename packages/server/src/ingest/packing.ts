import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export interface Packed {
  readonly codec: number;
  readonly rawSize: number;
  readonly packed: Buffer;
}

const STORED = 0;
const RAW_DEFLATE = 1;

/** What hardly shrinks is kept as it is. */
export function pack(raw: Uint8Array): Packed {
  const packed = deflateRawSync(raw, { level: 6 });
  if (packed.length >= raw.length) return { codec: STORED, rawSize: raw.length, packed: Buffer.from(raw) };
  return { codec: RAW_DEFLATE, rawSize: raw.length, packed };
}

export function unpack({ codec, rawSize, packed }: Packed): Buffer {
  if (codec === STORED) return packed;
  if (codec === RAW_DEFLATE) return inflateRawSync(packed, { maxOutputLength: Math.max(rawSize, 1) });
  throw new Error(`unknown codec ${codec}`);
}

export function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest();
}
