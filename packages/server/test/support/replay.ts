import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SourceId } from '@almanac/contract';
import type { SourceCheck } from '../../src/ingest/check-sources/check-sources.ts';
import type { RecordedExchange, Recording } from '../../src/ingest/check-sources/exchanges.ts';
import { toTemporaryFile } from '../../src/platform/download.ts';
import { beginningOf } from '../../src/platform/http-client-body.ts';
import type { GetOptions } from '../../src/platform/http-client-request.ts';
import { type Exchange, NotAsked } from '../../src/sources/assumption.ts';
import type { Http } from '../../src/sources/source.ts';

/** A folder that an operator's `check-sources --record` wrote. */
export const recordings = process.env['ALMANAC_RECORDINGS'];
if (recordings === undefined) console.log('Skipping recorded exchanges: set ALMANAC_RECORDINGS to replay them.');

export type ReplayedCheck = Pick<SourceCheck, 'checkedAt' | 'exchanges'>;

/** Reads the exchanges of a source that `check-sources --record` has written. */
export async function readRecording(folder: string, source: SourceId): Promise<ReplayedCheck> {
  const text = await readFile(path.join(folder, `${source}.json`), 'utf8');
  const { checkedAt, exchanges } = JSON.parse(text) as Recording;
  return { checkedAt: new Date(checkedAt), exchanges: exchanges.map(toExchange) };
}

function toExchange({ at, headers, head, ...facts }: RecordedExchange): Exchange {
  return {
    ...facts,
    at: new Date(at),
    headers: new Map(Object.entries(headers)),
    head: Buffer.from(head, 'base64'),
  };
}

/** A client that answers from recorded exchanges, each once, and follows the redirects among them. */
export function openReplay(recorded: readonly Exchange[]): { readonly http: Http; readonly exchanges: Exchange[] } {
  const left = [...recorded];
  const exchanges: Exchange[] = [];
  return { http: { get, download }, exchanges };

  async function get(url: string, options: GetOptions) {
    const exchange = take(url, options);
    return { ...toAnswer(exchange), body: wholeBody(exchange) };
  }

  async function download(url: string, options: GetOptions) {
    const exchange = take(url, options);
    const answer = toAnswer(exchange);
    const part = beginningOf(exchange.headers, options.firstBytes);
    if (exchange.status !== 200 && part === null) {
      return { ...answer, file: null, [Symbol.asyncDispose]: async () => {} };
    }
    const body = wholeBody(exchange);
    const { file, remove } = await toTemporaryFile((write) => write(piecesOf(body)));
    return { ...answer, file, partial: part?.partial ?? false, [Symbol.asyncDispose]: remove };
  }

  function take(url: string, options: GetOptions): Exchange {
    const isConditional = (options.etag ?? options.modifiedSince ?? null) !== null;
    const place = left.findIndex((one) => one.url === new URL(url).href && one.isConditional === isConditional);
    const [exchange] = place === -1 ? [] : left.splice(place, 1);
    if (exchange === undefined) throw new NotAsked(`${url} was not recorded`);
    exchanges.push(exchange);
    const location = exchange.headers.get('location');
    return location === undefined || options.follow === false
      ? exchange
      : take(new URL(location, exchange.url).href, options);
  }
}

function toAnswer({ status, headers }: Exchange) {
  return { status, headers, etag: headers.get('etag') ?? null, lastModified: headers.get('last-modified') ?? null };
}

/** A reader would take the beginning for a document that is cut. */
function wholeBody({ url, head, size }: Exchange): Uint8Array {
  if (head.length < size) throw new NotAsked(`only the first ${head.length} bytes of ${url} were recorded`);
  return head;
}

async function* piecesOf(body: Uint8Array) {
  yield body;
}
