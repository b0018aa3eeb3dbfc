import * as z from 'zod';

/** Spec 2.5. */
export const Severity = z.enum(['critical', 'high', 'medium', 'low']).meta({ id: 'Severity' });
export type Severity = z.infer<typeof Severity>;

/** Spec 2.2. */
export const SeverityOrUnknown = z
  .enum(['critical', 'high', 'medium', 'low', 'unknown'])
  .meta({ id: 'SeverityOrUnknown' });
export type SeverityOrUnknown = z.infer<typeof SeverityOrUnknown>;

/** Spec 2.2. Includes zeros. */
export const SeverityCounts = z
  .object({
    critical: z.int().nonnegative(),
    high: z.int().nonnegative(),
    medium: z.int().nonnegative(),
    low: z.int().nonnegative(),
    unknown: z.int().nonnegative(),
  })
  .meta({ id: 'SeverityCounts' });
export type SeverityCounts = z.infer<typeof SeverityCounts>;
