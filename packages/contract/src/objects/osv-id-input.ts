import * as z from 'zod';

/** Spec section 7 prescribes this text. */
export const OSV_INVALID_ID_TEXT = 'Invalid vulnerability ID format';

export const OsvIdInput = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*-[A-Za-z0-9.:_-]{1,90}$/, { error: OSV_INVALID_ID_TEXT })
  .describe('An OSV ID. Prefixes of known databases are case-insensitive.')
  .meta({ examples: ['GHSA-35jh-r3h4-6jhm'] });
