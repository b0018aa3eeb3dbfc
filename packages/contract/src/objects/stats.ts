import * as z from 'zod';
import { SeverityCounts } from './severity.ts';

/** Spec 2.2. Counts include issues in every state. */
export const Stats = z
  .object({
    total: z.int().nonnegative().describe('Tracked CVE issues.'),
    bySeverity: SeverityCounts,
    withFix: z.int().nonnegative().describe('Issues with an available fix.'),
    assigned: z.int().nonnegative().describe('Issues assigned to a contributor.'),
  })
  .meta({ id: 'Stats' });
export type Stats = z.infer<typeof Stats>;
