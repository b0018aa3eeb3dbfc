import * as z from 'zod';

/** The CVSS score that a severity comes from. */
export const Score = z
  .number()
  .min(0)
  .max(10)
  .describe('The CVSS score that the severity comes from; left out where it comes from a word.');
