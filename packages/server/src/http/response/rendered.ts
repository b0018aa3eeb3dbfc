import { isAscii } from 'node:buffer';
import { promisify } from 'node:util';
import { crc32, gzip } from 'node:zlib';
import { deflateHead, type PerRequestTail } from '../../app/json/per-request-tail.ts';

/** A response as it is sent and cached: bytes that need no more work. */
export interface RenderedResponse {
  readonly status: number;
  readonly type: string;
  /**
   * Text where every byte is ASCII, as nearly all our JSON is: Node sends a string and its header in one write,
   * and a buffer in two.
   */
  readonly body: string | Buffer;
  /** The same bytes compressed once, or null where that would not be smaller. With a tail it is not a whole gzip file. */
  readonly gzip: Buffer | null;
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

/** Below this size the gzip header eats the gain. */
const WORTH_COMPRESSING = 512;
const compress = promisify(gzip);

export async function renderResponse({
  body,
  ...answer
}: Omit<RenderedResponse, 'gzip' | 'body' | 'tail' | 'status'> & {
  body: Buffer;
  status?: number;
}): Promise<RenderedResponse> {
  const packed = body.length < WORTH_COMPRESSING ? null : await compress(body);
  const gzip = packed !== null && packed.length < body.length ? packed : null;
  return { status: 200, ...answer, body: asBody(body), gzip, tail: null };
}

/** The same for a response with a tail that is made for every request. */
export async function renderWithTail({
  body,
  deflated,
  tail,
  ...answer
}: Omit<RenderedResponse, 'gzip' | 'body' | 'tail'> & {
  body: Buffer;
  deflated?: Buffer | undefined;
  tail: Omit<PerRequestTail, 'crc'>;
}): Promise<RenderedResponse> {
  return { ...answer, body, gzip: deflated ?? (await deflateHead(body)), tail: { ...tail, crc: crc32(body) } };
}

export function asBody(bytes: Buffer): string | Buffer {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes;
}
