import type { Endpoint } from '@almanac/contract';
import type { DataSelection } from '@almanac/core/matching';
import type { PreserialisedJson, Streamed } from '../../app/answer.ts';
import type { Context } from '../../app/context.ts';
import type { Deps } from '../../app/deps.ts';
import { type OnMismatch, schemaOf } from '../../app/json/answer-schema.ts';
import { etagOfBytes } from '../../app/json/etag.ts';
import { writeJson } from '../../app/json/write-json.ts';
import { noticeOf } from '../../app/packages/coverage.ts';
import { cacheHeaders, PRIVATE_HEADERS } from '../cache/cache-control.ts';
import type { Input, Route } from '../route.ts';
import { CLOSED_HEADERS, JSON_HEADERS } from './headers.ts';
import { type RenderedResponse, renderResponse, renderWithTail } from './rendered.ts';
import type { StreamedResponse } from './streamed.ts';

/** Runs a handler and renders its answer: envelope, schema, entity tag, bytes. */
export async function computeResponse(
  deps: Deps,
  { endpoint, handle }: Route,
  input: Input,
  context: Context,
  onMismatch: OnMismatch,
): Promise<RenderedResponse | StreamedResponse> {
  const answer = await handle(deps, input, context);
  const computedAt = deps.now();
  if ('chunks' in answer) return renderStreamed(endpoint, answer, computedAt);
  const { selection } = deps.sourceStates;
  if ('tail' in answer) return renderPreserialised(endpoint, withNotice(answer, selection), computedAt);
  const { data, envelopeFields, headers = [], etag, ttl = endpoint.cache, status = endpoint.status ?? 200 } = answer;
  const all = [...headersOf(endpoint, ttl), ...headers];
  if (endpoint.media !== undefined) {
    const body = Buffer.from(data as string | Uint8Array);
    const tag = etag ?? etagOfBytes(body);
    return renderResponse({ type: endpoint.media, body, etag: tag, computedAt, ttl, headers: all });
  }
  const document = endpoint.unwrapped
    ? data
    : {
        success: true,
        data,
        ...(envelopeFields as object | undefined),
        ...noticeOf(deps),
        timestamp: new Date(computedAt).toISOString(),
      };
  const written = writeJson(schemaOf(endpoint), document);
  if (written.mismatch !== null) onMismatch(written.mismatch);
  return renderResponse({
    status,
    type: 'application/json; charset=utf-8',
    body: Buffer.from(written.text),
    etag: etag ?? written.etag,
    computedAt,
    ttl,
    headers: all,
  });
}

/** Inserts the notice before the timestamp, with which every envelope ends. */
function withNotice(answer: PreserialisedJson, selection: DataSelection | null): PreserialisedJson {
  if (selection === null) return answer;
  const { tail, etag } = answer;
  const time = tail.template.lastIndexOf(',"timestamp":');
  const template = tail.template.toSpliced(time, 0, `,"notice":${JSON.stringify(selection.notice)}`);
  return { ...answer, tail: { ...tail, template }, etag: etagOfBytes(etag + selection.notice) };
}

/** It is bytes already and passes no schema. Tests validate every answer against the contract all the same. */
function renderPreserialised(
  endpoint: Endpoint,
  { body, deflated, tail, etag, headers = [], ttl = endpoint.cache, status = 200 }: PreserialisedJson,
  computedAt: number,
): RenderedResponse {
  const all = [...headersOf(endpoint, ttl), ...headers];
  return renderWithTail({
    status,
    type: 'application/json; charset=utf-8',
    body,
    deflated,
    tail,
    etag,
    computedAt,
    ttl,
    headers: all,
  });
}

/** What is put together at once is sent as all others are. */
const SMALL = 1 << 18;

/** Only its types were checked, where it was made. Tests validate it against the contract. */
function renderStreamed(
  endpoint: Endpoint,
  { chunks, type }: Streamed,
  computedAt: number,
): RenderedResponse | StreamedResponse {
  const headers = headersOf(endpoint, 0);
  if (chunks.reduce((sum, { length }) => sum + length, 0) > SMALL) return { chunks, type, headers };
  const body = Buffer.concat(chunks);
  return renderResponse({ type, body, etag: etagOfBytes(body), computedAt, ttl: 0, headers });
}

function headersOf({ auth, sameOrigin }: Endpoint, ttl: number): readonly string[] {
  const open = sameOrigin === true ? CLOSED_HEADERS : JSON_HEADERS;
  return [...open, ...(auth === 'none' ? cacheHeaders(ttl) : PRIVATE_HEADERS)];
}
