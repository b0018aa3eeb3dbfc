import type { Endpoint } from '@almanac/contract';
import type { Composed, Streamed } from '../../app/answer.ts';
import type { Context } from '../../app/context.ts';
import type { Deps } from '../../app/deps.ts';
import { type OnMismatch, schemaOf } from '../../app/json/answer-schema.ts';
import { etagOfBytes } from '../../app/json/etag.ts';
import { writing } from '../../app/json/write-json.ts';
import { inSlices } from '../../platform/in-slices.ts';
import type { Input, Route } from '../route.ts';
import { CLOSED_HEADERS, JSON_HEADERS } from './headers.ts';
import { cacheHeaders, type Finished, finish, finishLive, PRIVATE_HEADERS } from './rendered.ts';
import type { Flowing } from './streamed.ts';

/** Runs a handler and makes its answer final: envelope, schema, entity tag, bytes. */
export async function computeAnswer(
  deps: Deps,
  { endpoint, handle }: Route,
  input: Input,
  context: Context,
  onMismatch: OnMismatch,
): Promise<Finished | Flowing> {
  const answer = await handle(deps, input, context);
  const computedAt = deps.now();
  if ('chunks' in answer) return finishStreamed(endpoint, answer, computedAt);
  if ('live' in answer) return finishComposed(endpoint, answer, computedAt);
  const { data, envelopeFields, headers = [], etag, ttl = endpoint.cache, status = endpoint.status ?? 200 } = answer;
  const all = [...headersOf(endpoint, ttl), ...headers];
  if (endpoint.media !== undefined) {
    const body = Buffer.from(data as string | Uint8Array);
    const tag = etag ?? etagOfBytes(body);
    return finish({ type: endpoint.media, body, etag: tag, computedAt, ttl, headers: all });
  }
  const document = endpoint.unwrapped
    ? data
    : { success: true, data, ...(envelopeFields as object | undefined), timestamp: new Date(computedAt).toISOString() };
  const written = await inSlices(writing(schemaOf(endpoint), document), context.signal);
  if (written.mismatch !== null) onMismatch(written.mismatch);
  return finish({
    status,
    type: 'application/json; charset=utf-8',
    body: Buffer.from(written.text),
    etag: etag ?? written.etag,
    computedAt,
    ttl,
    headers: all,
  });
}

/** It has no schema to go through: it holds bytes. Tests hold every answer against the contract all the same. */
function finishComposed(
  endpoint: Endpoint,
  { body, live, etag, headers = [], ttl = endpoint.cache, status = 200 }: Composed,
  computedAt: number,
): Promise<Finished> {
  const all = [...headersOf(endpoint, ttl), ...headers];
  return finishLive({
    status,
    type: 'application/json; charset=utf-8',
    body,
    live,
    etag,
    computedAt,
    ttl,
    headers: all,
  });
}

/** What is put together at once is sent as all others are. */
const SMALL = 1 << 18;

/** It has been checked where it was made, by its types alone: tests hold it against the contract. */
async function finishStreamed(
  endpoint: Endpoint,
  { chunks, type }: Streamed,
  computedAt: number,
): Promise<Finished | Flowing> {
  const headers = headersOf(endpoint, 0);
  if (chunks.reduce((sum, { length }) => sum + length, 0) > SMALL) return { chunks, type, headers };
  const body = Buffer.concat(chunks);
  return finish({ type, body, etag: etagOfBytes(body), computedAt, ttl: 0, headers });
}

function headersOf({ auth, sameOrigin }: Endpoint, ttl: number): readonly string[] {
  const open = sameOrigin === true ? CLOSED_HEADERS : JSON_HEADERS;
  return [...open, ...(auth === 'none' ? cacheHeaders(ttl) : PRIVATE_HEADERS)];
}
