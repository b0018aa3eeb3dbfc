import * as z from 'zod';

/** The four words of a rated severity (spec 2.5). */
export const Severity = z.enum(['critical', 'high', 'medium', 'low']).meta({ id: 'Severity' });
export type Severity = z.infer<typeof Severity>;

/** A severity that may not be known, as issues and counts have it (spec 2.2). */
export const SeverityOrUnknown = z
  .enum(['critical', 'high', 'medium', 'low', 'unknown'])
  .meta({ id: 'SeverityOrUnknown' });
export type SeverityOrUnknown = z.infer<typeof SeverityOrUnknown>;

/** A number for each severity, all of them present, zero included (spec 2.2). */
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
