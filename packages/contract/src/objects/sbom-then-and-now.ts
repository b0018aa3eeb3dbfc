import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Coverage } from './coverage.ts';
import { Basis } from './past.ts';
import { SbomComponent, SbomCounts, SbomDocument, SbomFinding, SbomReason } from './sbom.ts';
import { Sha256 } from './sha256.ts';
import { Verdict } from './verdict.ts';

const Count = z.int().nonnegative();

export const DatedRecord = z
  .object({
    source: z.string(),
    record: z.string(),
    sha256: Sha256.nullable().describe('Hash of its bytes on that side: `GET /evidence/:sha256`.'),
    observedAt: Timestamp.nullable().describe('When we first saw these bytes.'),
    firstObservedAt: Timestamp.nullable().describe('When we first saw the record.'),
    published: Timestamp.nullable().describe(
      "The source's publication date; null if it gives none or removed the record.",
    ),
    modified: Timestamp.nullable().describe("The source's date of this version."),
    withdrawn: Timestamp.nullable().describe("The source's withdrawal date, or the rejection date of a CVE."),
    removedAt: Timestamp.nullable().describe('When we saw that the source removed it.'),
    reconstructed: z
      .boolean()
      .describe('We had not observed the record by then, so its first known version counts from its publication date.'),
  })
  .meta({ id: 'DatedRecord' });
export type DatedRecord = z.infer<typeof DatedRecord>;

export const SbomExposure = z
  .object({
    at: Timestamp,
    verdict: Verdict,
    verdictReason: z.string(),
    components: SbomCounts,
    findings: Count.describe('Vulnerabilities of components. A vulnerability in two components counts twice.'),
    basis: Basis.describe(
      'Also `reconstructed` if a required source was out of date, so a missing record proves nothing.',
    ),
    reconstructed: z.boolean().describe('Some records on this side were observed later and are dated by their source.'),
  })
  .meta({ id: 'SbomExposure' });
export type SbomExposure = z.infer<typeof SbomExposure>;

export const DatedFinding = SbomFinding.omit({ proof: true })
  .extend({ records: z.array(DatedRecord) })
  .meta({ id: 'DatedFinding' });
export type DatedFinding = z.infer<typeof DatedFinding>;

/** A finding that only one side has, or that differs between them. */
export const SbomDifference = z
  .object({
    id: z.string(),
    change: z.enum(['newly_known', 'no_longer', 'changed']),
    why: z
      .enum(['record_appeared', 'record_withdrawn', 'record_removed', 'cve_rejected', 'range_changed'])
      .describe('The change in the records that caused the difference.'),
    at: Timestamp.nullable().describe('When it happened, according to the records.'),
    past: DatedFinding.nullable(),
    now: DatedFinding.nullable(),
  })
  .meta({ id: 'SbomDifference' });
export type SbomDifference = z.infer<typeof SbomDifference>;

export const SbomThenAndNow = z
  .object({
    document: SbomDocument,
    clock: z.enum(['known', 'true']),
    past: SbomExposure,
    now: SbomExposure,
    difference: z
      .object({ newlyKnown: Count, noLonger: Count, changed: Count, same: Count })
      .describe('Counts of findings, as in `findings`.'),
    reasons: z.array(SbomReason),
    pastCoverage: Coverage.optional().describe('The state of the sources on that date.'),
    components: z
      .array(
        z.object({
          component: SbomComponent,
          past: z.object({ verdict: Verdict, verdictReason: z.string() }),
          now: z.object({ verdict: Verdict, verdictReason: z.string() }),
          same: z.array(DatedFinding).describe('Findings that are the same on both sides, the first 50.'),
          differences: z.array(SbomDifference).describe('The first 50.'),
          left: Count.describe('Number of further entries.'),
        }),
      )
      .describe('Components with a finding on either side, in document order.'),
  })
  .meta({ id: 'SbomThenAndNow' });
export type SbomThenAndNow = z.infer<typeof SbomThenAndNow>;
