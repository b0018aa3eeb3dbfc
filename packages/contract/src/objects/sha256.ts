import * as z from 'zod';

/** Spec 2.8, `integrity`: 64 lower-case hexadecimal digits. */
export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ id: 'Sha256' });
export type Sha256 = z.infer<typeof Sha256>;
