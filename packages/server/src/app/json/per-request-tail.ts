import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ByteRange } from './json-parts.ts';

/**
 * The end of a response that is made for every request, also of a cached one: `integrity` by hashing the evidence within the answer, and
 * the time (spec 2.8). Everything before it is cached as bytes, compressed ones too.
 */
export interface PerRequestTail {
  /** The evidence of the answer: the name of its source, and where its bytes stand; their hash where they are not passed on. */
  readonly evidence: readonly (readonly [source: string, place: ByteRange | string])[];
  readonly primary: ByteRange | null;
  /** The other members of `integrity`, as JSON without braces. */
  readonly integrity: string;
  /** Text in which `INTEGRITY` and `TIMESTAMP` are placeholders. */
  readonly template: readonly string[];
  /** Of the bytes before the tail. */
  readonly crc: number;
}

export const INTEGRITY = '\u0000integrity';
export const TIMESTAMP = '\u0000timestamp';

/** The end of the answer, as of now. */
export function renderTail(
  { evidence, primary, integrity, template }: PerRequestTail,
  body: Buffer,
  now: number,
): Buffer {
  const text = template.map((part) => {
    if (part === TIMESTAMP) return `"${new Date(now).toISOString()}"`;
    if (part !== INTEGRITY) return part;
    const sources = evidence.map(([source, place]) => `"${source}":"${hashOf(body, place)}"`).join(',');
    const primaryHash = primary === null ? 'null' : `"${hashOf(body, primary)}"`;
    return `{"sources":{${sources}},"primaryHash":${primaryHash},${integrity}}`;
  });
  return Buffer.from(text.join(''));
}

function hashOf(body: Buffer, place: ByteRange | string): string {
  return typeof place === 'string' ? place : hash('sha256', body.subarray(...place), 'hex');
}

const deflate = promisify(deflateRaw);

/** Up to here packing takes less time than handing it to another thread and back. */
export const PACKED_AT_ONCE = 32_768;
/** A hundredth larger than by the usual level, in two thirds of the time. */
export const LEVEL = 4;

/** The cached part, compressed so that more may follow. */
export function deflateHead(body: Buffer): Buffer | Promise<Buffer> {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, level: LEVEL };
  return body.length <= PACKED_AT_ONCE ? deflateRawSync(body, options) : deflate(body, options);
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** One gzip member (RFC 1952): the cached part, then the tail. */
export function gzipWithTail(head: Buffer, { crc }: PerRequestTail, headLength: number, tail: Buffer): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(tail, crc), 0);
  end.writeUInt32LE((headLength + tail.length) >>> 0, 4);
  return Buffer.concat([GZIP_HEADER, head, ...lastBlock(tail), end]);
}

/** A block holds so many bytes that are not compressed (RFC 1951 section 3.2.4); packing hashes would gain little. */
const MAX_STORED = 0xffff;

function lastBlock(tail: Buffer): Buffer[] {
  if (tail.length > MAX_STORED) return [deflateRawSync(tail)];
  return [storedHeader(tail.length, true), tail];
}

/** Bytes that are not compressed, to go between what `deflateHead` or `deflatePiece` has made. */
export function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += MAX_STORED) {
    const piece = bytes.subarray(at, at + MAX_STORED);
    blocks.push(storedHeader(piece.length, false), piece);
  }
  return blocks;
}

function storedHeader(length: number, last: boolean): Buffer {
  const header = Buffer.alloc(5);
  header[0] = last ? 1 : 0;
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(length ^ 0xffff, 3);
  return header;
}

/** A piece of an answer, to be kept: it may follow any other, and more may follow it. */
export function deflatePiece(piece: Buffer): Buffer {
  return deflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH, level: KEPT_LEVEL });
}

/** The bytes of such pieces. */
export function inflatePieces(pieces: Buffer, mostBytes: number): Buffer {
  return inflateRawSync(pieces, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(mostBytes, 1) });
}

/** Packed once and sent often. */
const KEPT_LEVEL = 6;
