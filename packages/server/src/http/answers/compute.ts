import { answerOf, type Endpoint } from '@almanac/contract';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { JSON_HEADERS } from '../plugins/headers.ts';
import type { Context, Input, Route } from '../route.ts';
import { cacheHeaders, etagOf, type Finished, finish } from './finished.ts';

/** What became of an answer that does not fit its own schema. */
export type OnMismatch = (error: z.ZodError) => void;

/** Runs a handler and makes its answer final: envelope, schema, entity tag, bytes. */
export async function computeAnswer(
  deps: Deps,
  { endpoint, handle }: Route,
  input: Input,
  context: Context,
  onMismatch: OnMismatch,
): Promise<Finished> {
  const { data, beside } = await handle(deps, input, context);
  const computedAt = deps.now();
  const document = endpoint.bare
    ? data
    : { success: true, data, ...(beside as object | undefined), timestamp: new Date(computedAt).toISOString() };
  const checked = conforming(endpoint, document, onMismatch);
  return finish({
    type: 'application/json; charset=utf-8',
    body: Buffer.from(JSON.stringify(checked)),
    etag: etagOf(checked),
    computedAt,
    ttl: endpoint.cache,
    headers: [...JSON_HEADERS, ...cacheHeaders(endpoint.cache)],
  });
}

/**
 * Only what the schema names goes out. A document that breaks its schema is sent all the same and counted:
 * for an aggregator of other people's data, refusing would turn one stray null into an outage.
 */
function conforming(endpoint: Endpoint, document: unknown, onMismatch: OnMismatch): unknown {
  const result = answerOf(endpoint).safeParse(document);
  if (result.success) return result.data;
  onMismatch(result.error);
  return document;
}
