import * as z from 'zod';
import { PackageAdvice } from './advice.ts';
import { DecisionCounts, FindingDecision } from './decision.ts';
import { Score } from './score.ts';
import { Severity } from './severity.ts';
import { Proof, UnknownReason, Verdict } from './verdict.ts';

const Count = z.int().nonnegative();

/** How a bill of materials was read. */
export const SbomDocument = z
  .object({
    format: z.enum(['cyclonedx', 'spdx', 'nix']).describe('`nix`: store paths or derivations, as Nix lists them.'),
    specVersion: z
      .string()
      .describe(
        '1.2 to 1.7 of CycloneDX; 2.2, 2.3 or 3.0 of SPDX; `path-info`, `derivation`, `store-paths` or `graph` of Nix; as written where it is another.',
      ),
    encoding: z.enum(['json', 'xml', 'tag-value', 'json-ld', 'text', 'dot']),
    subject: z.string().nullable().describe('What it describes; null where it does not say.'),
    validation: z
      .object({
        schema: z
          .string()
          .nullable()
          .describe('What it was compared with; null where nothing of the kind is known here.'),
        valid: z.boolean().nullable().describe('Null where that could not be found out.'),
        problems: z.array(z.string()).describe('The first of them, each with its place.'),
      })
      .describe('A document that is not valid is examined all the same.'),
    notes: z.array(z.string()).describe('What of it was not as its standard says, and was read all the same.'),
  })
  .meta({ id: 'SbomDocument' });
export type SbomDocument = z.infer<typeof SbomDocument>;

/** How many components there are, and what became of them. Every one that was seen is in exactly one of the last four. */
export const SbomCounts = z
  .object({
    seen: Count,
    matched: Count.describe('Looked up in the sources: affected, not affected or unknown.'),
    affected: Count,
    notAffected: Count,
    noneKnown: Count.optional().describe('No record of the package in any source that covers it.'),
    unknown: Count.describe('Looked up, and it cannot be told; `reasons` says why.'),
    skipped: Count.describe('Not looked up; `reasons` says why. They are not clean.'),
  })
  .meta({ id: 'SbomCounts' });
export type SbomCounts = z.infer<typeof SbomCounts>;

/** Components that share the reason why nothing is known of them. */
export const SbomReason = z
  .object({
    status: z.enum(['unknown', 'skipped']),
    reason: z.string(),
    unknownReasons: z.array(UnknownReason).optional(),
    count: Count,
    examples: z.array(z.object({ name: z.string().nullable(), place: z.string() })).describe('The first of them.'),
  })
  .meta({ id: 'SbomReason' });
export type SbomReason = z.infer<typeof SbomReason>;

/** Components of the same package URL. */
export const SbomComponent = z
  .object({
    name: z.string(),
    version: z.string().nullable(),
    purl: z.string().describe('As the document writes it.'),
    refs: z.array(z.string()).describe('Ids in the document, the first 20.'),
    places: z.array(z.string()).describe('Where it occurs, the first 20.'),
    occurrences: Count,
    direct: z
      .boolean()
      .nullable()
      .describe('Whether the project itself asks for it; null where the document does not say.'),
    dev: z.boolean().nullable(),
    channels: z
      .array(z.string())
      .optional()
      .describe('Of a store path: the channels of the collection that carry the package in this version.'),
  })
  .meta({ id: 'SbomComponent' });
export type SbomComponent = z.infer<typeof SbomComponent>;

/** One vulnerability of a component; as `GET /purl/:purl` gives it. */
export const SbomFinding = z
  .object({
    id: z.string().describe('The CVE id, else the id that its records share.'),
    aliases: z.array(z.string()),
    confidence: z.enum(['high', 'medium', 'low']),
    status: z.enum(['affected', 'possible', 'fixed_by_patch']).describe('Only `affected` counts in the verdict.'),
    severity: Severity.optional().describe('Left out when no source rates it.'),
    score: Score.optional(),
    title: z.string().optional(),
    affectedVersions: z.string(),
    fixedIn: z.string().optional(),
    sources: z.array(z.string()),
    decision: FindingDecision.optional().describe('What was decided about it, where decisions were given.'),
    proof: Proof.optional().describe('Left out where the answer would grow too large; `GET /purl/:purl` has it.'),
  })
  .meta({ id: 'SbomFinding' });
export type SbomFinding = z.infer<typeof SbomFinding>;

/** A component with something found in it. */
export const SbomFindings = z
  .object({
    component: SbomComponent,
    verdict: Verdict,
    verdictReason: z.string(),
    unknownReasons: z.array(UnknownReason).optional(),
    total: Count,
    findings: z.array(SbomFinding).describe('The first 50, surest and worst first.'),
    left: Count.describe('How many more there are; `GET /purl/:purl` has them.'),
    advice: PackageAdvice.optional().describe(
      'What to do about an affected version; left out where that was not checked.',
    ),
  })
  .meta({ id: 'SbomFindings' });
export type SbomFindings = z.infer<typeof SbomFindings>;

/** What a bill of materials comes to. */
export const SbomResult = z
  .object({
    document: SbomDocument,
    components: SbomCounts,
    reasons: z.array(SbomReason).describe('Why components are unknown or were skipped, most frequent first.'),
    findings: z.array(SbomFindings).describe('In the order of the document.'),
    others: z
      .array(
        z.object({
          component: SbomComponent,
          verdict: Verdict,
          verdictReason: z.string(),
          unknownReasons: z.array(UnknownReason).optional(),
        }),
      )
      .optional()
      .describe('With `view=all`: the components in which nothing was found.'),
    unresolved: z
      .array(z.object({ name: z.string().nullable(), place: z.string() }))
      .optional()
      .describe('Of store paths: all of which the collection has no package. They are among those skipped.'),
    decisions: DecisionCounts.optional().describe('Where decisions were given.'),
    proofsLeft: Count.describe('Findings whose proof was left out because the answer would have grown too large.'),
  })
  .meta({ id: 'SbomResult' });
export type SbomResult = z.infer<typeof SbomResult>;
