import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { SourceId } from './source-id.ts';

/** `not_configured`: this deployment does not read the source, or not the part that was queried. */
export const CoverageState = z.enum(['ok', 'stale', 'unreachable', 'disabled', 'not_configured', 'not_covered']);

export const CoverageRow = z
  .object({
    source: SourceId,
    state: CoverageState,
    checkedAt: Timestamp.nullable().describe('When the source last responded successfully.'),
    changedAt: Timestamp.nullable().describe('When its data last changed.'),
  })
  .meta({ id: 'CoverageRow' });
export type CoverageRow = z.infer<typeof CoverageRow>;

/** Envelope members of every response about vulnerabilities. */
export const Coverage = z.object({
  coverage: z.array(CoverageRow),
  asOf: Timestamp.nullable().describe('The oldest `checkedAt` among the sources consulted.'),
});
export type Coverage = z.infer<typeof Coverage>;
