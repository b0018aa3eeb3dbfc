import { isAscii } from 'node:buffer';
import { promisify } from 'node:util';
import { crc32, gzip } from 'node:zlib';
import { type Live, packedHead } from '../../app/json/per-request-tail.ts';

/** An answer as it is sent and kept: bytes that need no more work. */
export interface Finished {
  readonly status: number;
  readonly type: string;
  /**
   * Text where every byte is ASCII, as nearly all our JSON is: Node sends a string and its header in one write,
   * and a buffer in two.
   */
  readonly body: string | Buffer;
  /** The same bytes compressed once, or null where that would not be smaller. Of a live answer not a whole gzip file. */
  readonly gzip: Buffer | null;
  /** What follows the body and is made for every request; null: nothing. The body is then a buffer. */
  readonly live: Live | null;
  readonly etag: string;
  /** When it was computed, in milliseconds; `Age` counts from here. */
  readonly computedAt: number;
  /** Seconds it may be cached. */
  readonly ttl: number;
  /** Headers that are kept with it, names and values in turn: all but those that differ from request to request. */
  readonly headers: readonly string[];
}

/** What caches between us and the caller may do with an answer. */
export function cacheHeaders(ttl: number): readonly string[] {
  return ['cache-control', cacheControl(ttl), 'vary', 'Accept-Encoding'];
}

/** Of an answer to whoever has a key. */
export const PRIVATE_HEADERS: readonly string[] = ['cache-control', 'private, no-store', 'vary', 'Accept-Encoding'];

const YEAR = 31_536_000;

function cacheControl(ttl: number): string {
  if (ttl === 0) return 'no-store';
  // RFC 8246: what is kept for a year never changes.
  return ttl === YEAR ? `public, max-age=${ttl}, immutable` : `public, max-age=${ttl}, stale-while-revalidate=${ttl}`;
}

/** Below this size the gzip header eats the gain. */
const WORTH_COMPRESSING = 512;
const compress = promisify(gzip);

export async function finish({
  body,
  ...answer
}: Omit<Finished, 'gzip' | 'body' | 'live' | 'status'> & { body: Buffer; status?: number }): Promise<Finished> {
  const packed = body.length < WORTH_COMPRESSING ? null : await compress(body);
  const gzip = packed !== null && packed.length < body.length ? packed : null;
  return { status: 200, ...answer, body: asBody(body), gzip, live: null };
}

/** The same for an answer with an end that is made for every request. */
export async function finishLive({
  body,
  live,
  ...answer
}: Omit<Finished, 'gzip' | 'body' | 'live'> & { body: Buffer; live: Omit<Live, 'crc'> }): Promise<Finished> {
  return { ...answer, body, gzip: await packedHead(body), live: { ...live, crc: crc32(body) } };
}

export function asBody(bytes: Buffer): string | Buffer {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes;
}

/** If-None-Match by weak comparison (RFC 9110 section 13.1.2). */
export function etagMatches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true; // nearly every client sends back the one tag it was given
  if (header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
