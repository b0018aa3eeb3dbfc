import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export interface PackingDictionary {
  readonly id: number;
  readonly bytes: Buffer;
}

export interface Packed {
  readonly codec: number;
  /** The id of the one it was packed with: without it, it cannot be unpacked. */
  readonly dictionary: number | null;
  readonly rawSize: number;
  readonly packed: Buffer;
}

const STORED = 0;
const RAW_DEFLATE = 1;
const RAW_DEFLATE_WITH_DICTIONARY = 2;

/** deflate looks back 32 kB: in a larger document the dictionary is soon out of sight. */
const LARGE = 256 * 1024;

/** Content that hardly shrinks is stored as it is. */
export function pack(raw: Uint8Array, dictionary: PackingDictionary | null = null): Packed {
  const rawSize = raw.length;
  const stored = () => ({ codec: STORED, dictionary: null, rawSize, packed: Buffer.from(raw) });
  if (isGzip(raw)) return stored();
  const used = rawSize < LARGE ? dictionary : null;
  const packed = deflateRawSync(raw, used === null ? { level: 6 } : { level: 6, dictionary: used.bytes });
  if (packed.length >= rawSize) return stored();
  if (used === null) return { codec: RAW_DEFLATE, dictionary: null, rawSize, packed };
  return { codec: RAW_DEFLATE_WITH_DICTIONARY, dictionary: used.id, rawSize, packed };
}

/** `dictionary` is the one that `packed.dictionary` names. */
export function unpack({ codec, rawSize, packed }: Packed, dictionary: Uint8Array | null = null): Buffer {
  const maxOutputLength = Math.max(rawSize, 1);
  switch (codec) {
    case STORED:
      return packed;
    case RAW_DEFLATE:
      return inflateRawSync(packed, { maxOutputLength });
    case RAW_DEFLATE_WITH_DICTIONARY:
      if (dictionary === null) throw new Error('the document cannot be unpacked without its dictionary');
      return inflateRawSync(packed, { maxOutputLength, dictionary });
    default:
      throw new Error(`unknown codec ${codec}`);
  }
}

export function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest();
}

function isGzip(raw: Uint8Array): boolean {
  return raw[0] === 0x1f && raw[1] === 0x8b;
}
