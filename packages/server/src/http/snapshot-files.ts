import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeUnknown } from '../app/errors.ts';
import { cacheHeaders } from './cache/cache-control.ts';
import type { Address } from './errors/not-found.ts';
import { pushBudget } from './rate-limit/rate-limit.ts';
import { JSON_HEADERS } from './response/headers.ts';
import type { Shell } from './shell.ts';

export const SNAPSHOT_PATH = '/snapshot/*';

const YEAR = 31_536_000;
const MINUTE = 60;
/** How long one file may take to be sent. */
const PATIENCE_MS = 10 * 60_000;

/** Serves a folder of snapshots as any web server would. A file takes no place among computations: it is only copied. */
export function serveSnapshots(app: FastifyInstance, { entrance, responder }: Shell, folder: string): Address {
  app.route({
    method: 'GET',
    url: SNAPSHOT_PATH,
    onRequest: [entrance.hook('snapshot', `GET ${SNAPSHOT_PATH}`)],
    async handler(request, reply) {
      const name = (request.params as { '*': string })['*'];
      const handle = isPublished(name) ? await open(path.join(folder, name)).catch(() => null) : null;
      try {
        const stats = await handle?.stat();
        if (handle === null || stats === undefined || !stats.isFile()) throw routeUnknown(`/snapshot/${name}`);
        const etag = `"${isForGood(name) ? path.basename(name) : `${stats.mtimeMs.toString(36)}-${stats.size}`}"`;
        const range = rangeOf(request, stats.size, etag);
        const status = request.headers['if-none-match'] === etag ? 304 : statusOf(range);
        responder.sending(request, reply, status);
        reply.hijack();
        reply.raw.writeHead(status, headersOf(request, { name, etag, range, size: stats.size }));
        if (request.method === 'HEAD' || status === 304 || range === null) {
          reply.raw.end();
          return;
        }
        // An empty file has no last byte to read up to.
        if (stats.size === 0) {
          reply.raw.end();
          return;
        }
        const stream = handle.createReadStream({ ...range, autoClose: false });
        await pipeline(stream, reply.raw, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() =>
          reply.raw.destroy(),
        );
      } finally {
        await handle?.close();
      }
    },
  });
  return { method: 'GET', url: SNAPSHOT_PATH };
}

/** Paths of docs/snapshots.md; nothing hidden, nothing above the folder, nothing that is still being written. */
function isPublished(name: string): boolean {
  return name
    .split('/')
    .every((part) => part === '.well-known' || (/^\w[\w.@+-]{0,127}$/.test(part) && !part.endsWith('.draft')));
}

function isForGood(name: string): boolean {
  return /^(?:object|tile)\//.test(name);
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly isWhole: boolean;
}

/** The bytes that are wanted; null: there are none such. Several ranges at once are answered with the whole file (RFC 9110 section 14.2). */
function rangeOf(request: FastifyRequest, size: number, etag: string): Range | null {
  const whole = { start: 0, end: size - 1, isWhole: true };
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.range ?? '') ?? [];
  const condition = request.headers['if-range'];
  if (first + last === '' || (condition !== undefined && condition !== etag)) return whole;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? null : { start, end, isWhole: false };
}

function statusOf(range: Range | null): number {
  if (range === null) return 416;
  return range.isWhole ? 200 : 206;
}

function headersOf(
  request: FastifyRequest,
  { name, etag, range, size }: { name: string; etag: string; range: Range | null; size: number },
): string[] {
  const headers = [
    'x-request-id',
    request.id,
    'etag',
    etag,
    'accept-ranges',
    'bytes',
    ...JSON_HEADERS,
    ...cacheHeaders(isForGood(name) ? YEAR : MINUTE),
  ];
  pushBudget(headers, request.budget);
  headers.push('content-type', name.endsWith('.json') ? 'application/json' : 'application/octet-stream');
  if (range === null) headers.push('content-range', `bytes */${size}`, 'content-length', '0');
  else headers.push('content-length', String(range.end - range.start + 1));
  if (range?.isWhole === false) headers.push('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return headers;
}
