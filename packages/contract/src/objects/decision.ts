import * as z from 'zod';
import { RecordHash } from './record-hash.ts';
import { Severity } from './severity.ts';

export const Decision = z
  .object({
    vulnerability: z.string().describe('Any ID of the vulnerability.'),
    aliases: z.array(z.string()),
    package: z.string().describe('A package URL without a version.'),
    versions: z.array(z.string()).describe('Empty for all versions.'),
    status: z.enum(['not_affected', 'fixed', 'affected', 'under_investigation']),
    justification: z
      .enum([
        'component_not_present',
        'vulnerable_code_not_present',
        'vulnerable_code_not_in_execute_path',
        'vulnerable_code_cannot_be_controlled_by_adversary',
        'inline_mitigations_already_exist',
      ])
      .nullable(),
    reason: z.string(),
    author: z.string(),
    decided: z.iso.date(),
    expires: z.iso.date().describe('The last day on which it applies.'),
    evidence: z
      .object({
        affected: z.string().nullable(),
        severity: Severity.nullable(),
        exploited: z.boolean().nullable(),
        records: z.array(RecordHash),
      })
      .nullable()
      .describe('The records it is based on. Null if the document has none; then no change reopens it.'),
    place: z.string().describe('Where the decision was read.'),
  })
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof Decision>;

export const FindingDecision = z
  .object({
    state: z
      .enum(['suppressed', 'noted', 'reopened', 'expired'])
      .describe('Only `suppressed` findings do not count in the verdict.'),
    decision: Decision,
    sentence: z.string().nullable().describe('What changed, for `reopened` and `expired`.'),
    unverified: z.boolean().describe('Whether exploitation could not be checked.'),
  })
  .meta({ id: 'FindingDecision' });
export type FindingDecision = z.infer<typeof FindingDecision>;

export const DecisionCounts = z
  .object({
    given: z.int().nonnegative(),
    suppressed: z.int().nonnegative().describe('Findings suppressed by a decision.'),
    reopened: z.int().nonnegative(),
    expired: z.int().nonnegative(),
    unverified: z.int().nonnegative().describe('Suppressed findings for which exploitation could not be checked.'),
    unused: z
      .array(Decision.pick({ vulnerability: true, package: true, place: true }))
      .describe('Decisions that match no finding, the first 100.'),
    notes: z.array(z.string()).describe('Parts of the documents that were ignored.'),
  })
  .meta({ id: 'DecisionCounts' });
export type DecisionCounts = z.infer<typeof DecisionCounts>;
