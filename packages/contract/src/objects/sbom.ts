import * as z from 'zod';
import { PackageAdvice } from './advice.ts';
import { DecisionCounts, FindingDecision } from './decision.ts';
import { Score } from './score.ts';
import { Severity } from './severity.ts';
import { Proof, UnknownReason, Verdict } from './verdict.ts';

const Count = z.int().nonnegative();

export const SbomDocument = z
  .object({
    format: z.enum(['cyclonedx', 'spdx', 'nix']).describe('`nix`: store paths or derivations, as Nix lists them.'),
    specVersion: z
      .string()
      .describe(
        'CycloneDX 1.2 to 1.7; SPDX 2.2, 2.3 or 3.0; `path-info`, `derivation`, `store-paths` or `graph` for Nix; otherwise as written.',
      ),
    encoding: z.enum(['json', 'xml', 'tag-value', 'json-ld', 'text', 'dot']),
    subject: z.string().nullable().describe('The subject of the document; null if it names none.'),
    validation: z
      .object({
        schema: z
          .string()
          .nullable()
          .describe('The schema used for validation; null if we have none for this version.'),
        valid: z.boolean().nullable().describe('Null if validation was not possible.'),
        problems: z.array(z.string()).describe('The first problems, with their place.'),
      })
      .describe('Invalid documents are still examined.'),
    notes: z.array(z.string()).describe('Deviations from the standard that were tolerated.'),
  })
  .meta({ id: 'SbomDocument' });
export type SbomDocument = z.infer<typeof SbomDocument>;

/** Every component is in exactly one of the last four members. */
export const SbomCounts = z
  .object({
    seen: Count,
    matched: Count.describe('Looked up: affected, not affected or unknown.'),
    affected: Count,
    notAffected: Count,
    noneKnown: Count.optional().describe('No source that covers the package has a record of it.'),
    unknown: Count.describe('Looked up, but undetermined. See `reasons`.'),
    skipped: Count.describe('Not looked up, so possibly affected. See `reasons`.'),
  })
  .meta({ id: 'SbomCounts' });
export type SbomCounts = z.infer<typeof SbomCounts>;

export const SbomReason = z
  .object({
    status: z.enum(['unknown', 'skipped']),
    reason: z.string(),
    unknownReasons: z.array(UnknownReason).optional(),
    count: Count,
    examples: z.array(z.object({ name: z.string().nullable(), place: z.string() })).describe('The first components.'),
  })
  .meta({ id: 'SbomReason' });
export type SbomReason = z.infer<typeof SbomReason>;

/** Components with the same package URL. */
export const SbomComponent = z
  .object({
    name: z.string(),
    version: z.string().nullable(),
    purl: z.string().describe('The package URL in the document.'),
    refs: z.array(z.string()).describe('IDs in the document, the first 20.'),
    places: z.array(z.string()).describe('Places in the document, the first 20.'),
    occurrences: Count,
    direct: z.boolean().nullable().describe('Whether it is a direct dependency; null if the document does not say.'),
    dev: z.boolean().nullable(),
    channels: z
      .array(z.string())
      .optional()
      .describe('For a store path: nixpkgs channels that carry the package in this version.'),
  })
  .meta({ id: 'SbomComponent' });
export type SbomComponent = z.infer<typeof SbomComponent>;

/** As in `GET /purl/:purl`. */
export const SbomFinding = z
  .object({
    id: z.string().describe('The CVE ID, or the ID that its records share.'),
    aliases: z.array(z.string()),
    confidence: z.enum(['high', 'medium', 'low']),
    status: z.enum(['affected', 'possible', 'fixed_by_patch']).describe('Only `affected` counts in the verdict.'),
    severity: Severity.optional().describe('Omitted if no source rates it.'),
    score: Score.optional(),
    title: z.string().optional(),
    affectedVersions: z.string(),
    fixedIn: z.string().optional(),
    sources: z.array(z.string()),
    decision: FindingDecision.optional().describe('The decision about it, if decisions were given.'),
    proof: Proof.optional().describe('Omitted if the response would grow too large. `GET /purl/:purl` has it.'),
  })
  .meta({ id: 'SbomFinding' });
export type SbomFinding = z.infer<typeof SbomFinding>;

export const SbomFindings = z
  .object({
    component: SbomComponent,
    verdict: Verdict,
    verdictReason: z.string(),
    unknownReasons: z.array(UnknownReason).optional(),
    total: Count,
    findings: z.array(SbomFinding).describe('The first 50, by confidence and severity.'),
    left: Count.describe('Number of further findings. `GET /purl/:purl` has them.'),
    advice: PackageAdvice.optional().describe('How to fix an affected version. Omitted if not checked.'),
  })
  .meta({ id: 'SbomFindings' });
export type SbomFindings = z.infer<typeof SbomFindings>;

export const SbomResult = z
  .object({
    document: SbomDocument,
    components: SbomCounts,
    reasons: z.array(SbomReason).describe('Why components are unknown or skipped, most frequent first.'),
    findings: z.array(SbomFindings).describe('In document order.'),
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
      .describe('Store paths that match no nixpkgs package. They are included in `skipped`.'),
    decisions: DecisionCounts.optional().describe('Present if decisions were given.'),
    proofsLeft: Count.describe('Number of findings whose proof was omitted to limit the response size.'),
  })
  .meta({ id: 'SbomResult' });
export type SbomResult = z.infer<typeof SbomResult>;
