import * as z from 'zod';

export const Score = z
  .number()
  .min(0)
  .max(10)
  .describe('The CVSS score behind the severity. Omitted if the source gives only a word.');
