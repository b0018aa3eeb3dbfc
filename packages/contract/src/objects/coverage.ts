import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { SourceId } from './source-id.ts';

/** Whether a source could contribute to an answer. `not_configured`: this deployment does not read it, or not the part that was asked about. */
export const CoverageState = z.enum(['ok', 'stale', 'unreachable', 'disabled', 'not_configured', 'not_covered']);

/** One source consulted for an answer: whether it could speak, and how old what it said is. */
export const CoverageRow = z
  .object({
    source: SourceId,
    state: CoverageState,
    checkedAt: Timestamp.nullable().describe('When we last asked the source and it answered.'),
    changedAt: Timestamp.nullable().describe('When what it says last changed.'),
  })
  .meta({ id: 'CoverageRow' });
export type CoverageRow = z.infer<typeof CoverageRow>;

/** Members beside `data` of every answer about vulnerabilities. */
export const Coverage = z.object({
  coverage: z.array(CoverageRow),
  asOf: Timestamp.nullable().describe('How old the evidence is: the oldest check among the sources consulted.'),
});
export type Coverage = z.infer<typeof Coverage>;
