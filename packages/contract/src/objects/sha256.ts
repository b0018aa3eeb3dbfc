import * as z from 'zod';

/** SHA-256 as 64 lower-case hexadecimal digits (spec 2.8, `integrity`). */
export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ id: 'Sha256' });
export type Sha256 = z.infer<typeof Sha256>;
