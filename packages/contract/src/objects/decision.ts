import * as z from 'zod';
import { RecordHash } from './record-hash.ts';
import { Severity } from './severity.ts';

/** What somebody decided about one vulnerability in one package. */
export const Decision = z
  .object({
    vulnerability: z.string().describe('Any id of it.'),
    aliases: z.array(z.string()),
    package: z.string().describe('A package URL without a version.'),
    versions: z.array(z.string()).describe('Empty: every version.'),
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
      .describe('What it rests on; null where the document has none, and then no change reopens it.'),
    place: z.string().describe('Where it was read.'),
  })
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof Decision>;

/** What a decision comes to for a finding. */
export const FindingDecision = z
  .object({
    state: z
      .enum(['suppressed', 'noted', 'reopened', 'expired'])
      .describe('Only what is `suppressed` does not count in the verdict.'),
    decision: Decision,
    sentence: z.string().nullable().describe('What changed, for `reopened` and `expired`.'),
    unverified: z.boolean().describe('It could not be found out whether it is exploited by now.'),
  })
  .meta({ id: 'FindingDecision' });
export type FindingDecision = z.infer<typeof FindingDecision>;

/** What the decisions of a request came to. */
export const DecisionCounts = z
  .object({
    given: z.int().nonnegative(),
    suppressed: z.int().nonnegative().describe('Findings that do not count, by decision.'),
    reopened: z.int().nonnegative(),
    expired: z.int().nonnegative(),
    unverified: z
      .int()
      .nonnegative()
      .describe('Of `suppressed`: those of which it could not be found out whether somebody exploits them by now.'),
    unused: z
      .array(Decision.pick({ vulnerability: true, package: true, place: true }))
      .describe('Those that apply to no finding, the first 100.'),
    notes: z.array(z.string()).describe('What of the documents was not used.'),
  })
  .meta({ id: 'DecisionCounts' });
export type DecisionCounts = z.infer<typeof DecisionCounts>;
