import { z } from 'zod';

/** Shared by exports and mirrors. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower-case hexadecimal');
export const Count = z.int().nonnegative();
/** PostgreSQL writes and reads it: a `Date` would lose its microseconds. */
export const StoredInstant = z
  .string()
  .regex(/^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d:\d\d(?: BC)?$/, 'expected an instant');
