import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { Answer, FileBody } from './answer.ts';
import { isUnchanged, tagOf } from './conditional.ts';
import { faultOf, type TransportFault } from './fault.ts';
import { partOf } from './range.ts';

export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | FileBody;
}

/** Applies conditional requests, compression and lengths. */
export function prepare(answer: Answer, request: IncomingMessage): Outgoing {
  const tag = tagOf(answer);
  const body = answer.body ?? Buffer.alloc(0);
  const zipped = Buffer.isBuffer(body) && body.length > 0 && isText(answer.type) && wantsGzip(request);
  const headers: Record<string, string> = { ...answer.headers };
  if (answer.type !== undefined) headers['content-type'] = answer.type;
  if (isText(answer.type)) headers['vary'] = 'Accept-Encoding';
  if ((answer.status ?? 200) === 200) {
    // Compressed bytes differ, so the tag must be weak.
    if (tag !== null) headers['etag'] = zipped ? `W/"${tag}"` : `"${tag}"`;
    if (answer.modified !== undefined) headers['last-modified'] = new Date(answer.modified).toUTCString();
    if (isUnchanged(request.headers, tag, answer.modified)) return { status: 304, headers, body: Buffer.alloc(0) };
  }
  const part =
    Buffer.isBuffer(body) && !zipped && answer.status === undefined
      ? partOf(body, request.headers.range, answer.ranges)
      : null;
  if (part !== null) {
    Object.assign(headers, part.headers, { 'content-length': String(part.body.length) });
    return { status: part.status, headers, body: part.body };
  }
  if (zipped) headers['content-encoding'] = 'gzip';
  const bytes = zipped ? gzipSync(body, { level: 1 }) : body;
  headers['content-length'] = String(sizeOf(bytes));
  return { status: answer.status ?? 200, headers, body: bytes };
}

/** Sends as much as the faults allow. */
export async function send(
  outgoing: Outgoing,
  faults: readonly TransportFault[],
  wire: { request: IncomingMessage; response: ServerResponse; now: number },
): Promise<void> {
  const { request, response } = wire;
  const date = new Date(wire.now + (faultOf(faults, 'clock_skew')?.ms ?? 0)).toUTCString();
  const headers = { ...outgoing.headers, date };
  if (request.method === 'HEAD' || outgoing.status === 304) {
    response.writeHead(outgoing.status, headers).end();
    return;
  }
  if (faultOf(faults, 'stall') !== undefined) {
    response.writeHead(outgoing.status, headers);
    response.flushHeaders();
    return;
  }
  const cut = faultOf(faults, 'truncation');
  if (cut === undefined) {
    response.writeHead(outgoing.status, headers);
    await write(outgoing.body, sizeOf(outgoing.body), response, true);
    return;
  }
  const half = Math.floor(sizeOf(outgoing.body) / 2);
  const announced = cut.announce === 'half' ? { ...headers, 'content-length': String(half) } : headers;
  response.writeHead(outgoing.status, announced);
  await write(outgoing.body, half, response, cut.announce === 'half');
  if (cut.announce !== 'half') response.socket?.end();
}

function isText(type: string | undefined): boolean {
  return type !== undefined && (type.startsWith('text/') || type.includes('json') || type.includes('xml'));
}

function wantsGzip(request: IncomingMessage): boolean {
  const accepted = request.headers['accept-encoding'] ?? '';
  return accepted.split(',').some((coding) => {
    const [name, weight] = coding.trim().split(';');
    return name === 'gzip' && weight?.replaceAll(' ', '') !== 'q=0';
  });
}

function sizeOf(body: Buffer | FileBody): number {
  return Buffer.isBuffer(body) ? body.length : body.size;
}

async function write(body: Buffer | FileBody, bytes: number, response: ServerResponse, end: boolean): Promise<void> {
  if (!Buffer.isBuffer(body)) {
    if (bytes > 0) await pipeline(createReadStream(body.path, { end: bytes - 1 }), response, { end });
    else if (end) response.end();
    return;
  }
  const part = body.subarray(0, bytes);
  if (end) response.end(part);
  else await new Promise<void>((resolve) => response.write(part, () => resolve()));
}
