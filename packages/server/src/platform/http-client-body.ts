import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { isBomb, MAX_RATIO } from './unpack.ts';

/** The response has a forbidden type or size. Retrying does not help. */
export class ForbiddenAnswer extends Error {
  override readonly name = 'ForbiddenAnswer';
}

/** Never holds more than `maxBytes`. */
export async function readResponseBody(response: Dispatcher.ResponseData, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await unpackBody(response, maxBytes, async (source) => {
    for await (const chunk of source) chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

/** Unpacks as a stream. Fails if the result exceeds `maxBytes` or is a bomb. */
export async function unpackBody(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  sink: (source: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  let received = 0;
  let size = 0;

  async function* countReceived(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      received += chunk.length;
      if (received > maxBytes) throw new ForbiddenAnswer(`the answer is larger than ${maxBytes} bytes`);
      yield chunk;
    }
  }

  async function* countUnpacked(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw new ForbiddenAnswer(`the answer is larger than ${maxBytes} bytes`);
      if (isBomb(size, received)) {
        throw new ForbiddenAnswer(`the answer unpacks to more than ${MAX_RATIO} times its size`);
      }
      yield chunk;
    }
  }

  const unpack = decoder(response.headers['content-encoding']);
  const body = response.body as Readable;
  if (unpack === null) await pipeline(body, countReceived, sink);
  else await pipeline(body, countReceived, unpack, countUnpacked, sink);
}

function decoder(encoding: string | string[] | undefined) {
  switch (encoding) {
    case undefined:
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new ForbiddenAnswer(`the answer is encoded as ${String(encoding).slice(0, 40)}`);
  }
}

export interface Beginning {
  readonly bytes: number;
  readonly partial: boolean;
}

/**
 * Reads a 206 that starts at byte 0 and is no longer than requested (RFC 9110, section 14.4). For null, request the
 * whole document.
 */
export function beginningOf(headers: ReadonlyMap<string, string>, asked: number | undefined): Beginning | null {
  const [, last, total] = /^bytes 0-(\d{1,15})\/(\d{1,15}|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (asked === undefined || last === undefined || total === undefined) return null;
  const bytes = Number(last) + 1;
  const length = Number(headers.get('content-length') ?? bytes);
  const isPlain = ['', 'identity'].includes(headers.get('content-encoding') ?? '');
  if (!isPlain || bytes > asked || length !== bytes || (total !== '*' && bytes > Number(total))) return null;
  return { bytes, partial: total === '*' || bytes < Number(total) };
}
