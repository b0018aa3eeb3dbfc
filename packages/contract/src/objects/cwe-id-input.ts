import * as z from 'zod';

export const CWE_INVALID_ID_TEXT = 'Invalid CWE ID. Expected: CWE-79 or 79';

export const CweIdInput = z
  .string()
  .regex(/^(?:[Cc][Ww][Ee]-)?0{0,5}[1-9]\d{0,5}$/, { error: CWE_INVALID_ID_TEXT })
  .transform((text) => Number(text.replace(/^cwe-/i, '')))
  .describe('A CWE ID, with or without `CWE-`.')
  .meta({ examples: ['CWE-79'] });
