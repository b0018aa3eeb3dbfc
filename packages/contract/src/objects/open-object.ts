import * as z from 'zod';

/**
 * Lets unlisted members pass and says so in OpenAPI. The type does not allow them, because an index signature would let
 * a misspelt member compile as `unknown`.
 */
export function openObject<S extends z.ZodRawShape>(shape: S): z.ZodObject<S> {
  return z.looseObject(shape);
}
