import { answerOf, type Endpoint } from '@almanac/contract';
import type { z } from 'zod';

/**
 * Told of an answer that does not fit its own schema. It is sent all the same and counted: for an aggregator of other people's data, refusing
 * would turn one stray null into an outage.
 */
export type OnMismatch = (error: Pick<z.ZodError, 'issues'>) => void;

/** A schema is compiled when it is first used: one for each endpoint, not for each answer. */
const schemas = new WeakMap<Endpoint, ReturnType<typeof answerOf>>();

export function schemaOf(endpoint: Endpoint): ReturnType<typeof answerOf> {
  const known = schemas.get(endpoint);
  if (known !== undefined) return known;
  const schema = answerOf(endpoint);
  schemas.set(endpoint, schema);
  return schema;
}
