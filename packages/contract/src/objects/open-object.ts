import * as z from 'zod';

/**
 * An object to which members may be added: what is not listed passes through, and OpenAPI says so. It is no part of the type, though:
 * with an index signature, a misspelt member of an answer would compile as `unknown`.
 */
export function openObject<S extends z.ZodRawShape>(shape: S): z.ZodObject<S> {
  return z.looseObject(shape);
}
