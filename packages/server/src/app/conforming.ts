import { answerOf, type Endpoint } from '@almanac/contract';
import type { z } from 'zod';

/** What became of an answer that does not fit its own schema. */
export type OnMismatch = (error: z.ZodError) => void;

/**
 * Only what the schema names goes out. A document that breaks its schema is sent all the same and counted:
 * for an aggregator of other people's data, refusing would turn one stray null into an outage.
 */
export function conforming(endpoint: Endpoint, document: unknown, onMismatch: OnMismatch): unknown {
  const result = schemaOf(endpoint).safeParse(document);
  if (result.success) return result.data;
  onMismatch(result.error);
  return document;
}

/** A schema is compiled when it is first used: one for each endpoint, not for each answer. */
const schemas = new WeakMap<Endpoint, ReturnType<typeof answerOf>>();

function schemaOf(endpoint: Endpoint): ReturnType<typeof answerOf> {
  const known = schemas.get(endpoint);
  if (known !== undefined) return known;
  const schema = answerOf(endpoint);
  schemas.set(endpoint, schema);
  return schema;
}
