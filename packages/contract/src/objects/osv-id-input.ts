import * as z from 'zod';

/** The text of spec section 7, word for word. */
export const OSV_INVALID_ID_TEXT = 'Invalid vulnerability ID format';

/** An OSV identifier as callers write it: the prefix of a database, a hyphen, and what that database gives out. */
export const OsvIdInput = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*-[A-Za-z0-9.:_-]{1,90}$/, { error: OSV_INVALID_ID_TEXT })
  .describe('An OSV identifier. Of known databases in any case, of others as they write it.')
  .meta({ examples: ['GHSA-35jh-r3h4-6jhm'] });
