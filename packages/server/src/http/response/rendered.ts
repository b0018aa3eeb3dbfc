import { isAscii } from 'node:buffer';
import { promisify } from 'node:util';
import { crc32, gzip, gzipSync } from 'node:zlib';
import { deflateHead, LEVEL, PACKED_AT_ONCE, type PerRequestTail } from '../../app/json/per-request-tail.ts';
import { type PackedBody, packedBody } from './packed-body.ts';

/** A response as it is sent and cached: bytes that need no more work. */
export interface RenderedResponse {
  readonly status: number;
  readonly type: string;
  /**
   * Text where every byte is ASCII, as nearly all our JSON is: Node sends a string and its header in one write,
   * and a buffer in two.
   */
  readonly body: string | Buffer;
  /** The same bytes as gzip. With a tail it is not a whole gzip file. */
  readonly packed: PackedBody;
  /** What follows the body and is made for every request; null: nothing. The body is then a buffer. */
  readonly tail: PerRequestTail | null;
  readonly etag: string;
  /** When it was computed, in milliseconds; `Age` counts from here. */
  readonly computedAt: number;
  /** Seconds it may be cached. */
  readonly ttl: number;
  /** Headers that are cached with it, names and values in turn: all but those that differ from request to request. */
  readonly headers: readonly string[];
}

export function renderResponse({
  body,
  ...answer
}: Omit<RenderedResponse, 'packed' | 'body' | 'tail' | 'status'> & {
  body: Buffer;
  status?: number;
}): RenderedResponse {
  const sent = asBody(body);
  return { status: 200, ...answer, body: sent, packed: packedLater(sent, null), tail: null };
}

/** The same for a response with a tail that is made for every request. */
export function renderWithTail({
  body,
  deflated,
  tail,
  ...answer
}: Omit<RenderedResponse, 'packed' | 'body' | 'tail'> & {
  body: Buffer;
  deflated?: Buffer | undefined;
  tail: Omit<PerRequestTail, 'crc'>;
}): RenderedResponse {
  const whole = { ...tail, crc: crc32(body) };
  return { ...answer, body, packed: packedLater(body, whole, deflated), tail: whole };
}

/** Below this size the gzip header eats the gain. */
const WORTH_COMPRESSING = 512;
const compress = promisify<Buffer, { level: number }, Buffer>(gzip);

/** Compressed when somebody first wants it, if it is not known already. */
export function packedLater(body: string | Buffer, tail: PerRequestTail | null, known?: Buffer): PackedBody {
  if (tail !== null) return packedBody(() => deflateHead(asBytes(body)), known);
  if (body.length < WORTH_COMPRESSING) return packedBody(() => null, known ?? null);
  return packedBody(() => gzipped(asBytes(body)), known);
}

function gzipped(body: Buffer): Buffer | null | Promise<Buffer | null> {
  const smaller = (packed: Buffer) => (packed.length < body.length ? packed : null);
  const options = { level: LEVEL };
  return body.length <= PACKED_AT_ONCE ? smaller(gzipSync(body, options)) : compress(body, options).then(smaller);
}

export function asBody(bytes: Buffer): string | Buffer {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes;
}

export function asBytes(body: string | Buffer): Buffer {
  return typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
}
