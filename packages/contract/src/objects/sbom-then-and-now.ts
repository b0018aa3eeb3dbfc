import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Coverage } from './coverage.ts';
import { Basis } from './past.ts';
import { SbomComponent, SbomCounts, SbomDocument, SbomFinding, SbomReason } from './sbom.ts';
import { Sha256 } from './sha256.ts';
import { Verdict } from './verdict.ts';

const Count = z.int().nonnegative();

/** A record that speaks for a finding, and since when. */
export const DatedRecord = z
  .object({
    source: z.string(),
    record: z.string(),
    sha256: Sha256.nullable().describe('Of its bytes on that side: `GET /evidence/:sha256` has them.'),
    observedAt: Timestamp.nullable().describe('When we first saw these bytes.'),
    firstObservedAt: Timestamp.nullable().describe('When we first saw the record.'),
    published: Timestamp.nullable().describe(
      'Of the record, as its source dates it; null where it does not, or has it no longer.',
    ),
    modified: Timestamp.nullable().describe('Of these bytes, as their source dates them.'),
    withdrawn: Timestamp.nullable().describe('As its source dates it; of a CVE when it was rejected.'),
    removedAt: Timestamp.nullable().describe('When we saw that its source no longer has it.'),
    reconstructed: z
      .boolean()
      .describe(
        'It had not been observed then: the first version that we have is used instead, from its date of publication on.',
      ),
  })
  .meta({ id: 'DatedRecord' });
export type DatedRecord = z.infer<typeof DatedRecord>;

/** One side of a comparison. */
export const SbomExposure = z
  .object({
    at: Timestamp,
    verdict: Verdict,
    verdictReason: z.string(),
    components: SbomCounts,
    findings: Count.describe('Vulnerabilities of components; one that is in two components counts twice.'),
    basis: Basis.describe(
      '`reconstructed` also where a required source had not been read in time, so that no record does not mean that there was none.',
    ),
    reconstructed: z.boolean().describe('Something on this side was observed only later and is dated by its source.'),
  })
  .meta({ id: 'SbomExposure' });
export type SbomExposure = z.infer<typeof SbomExposure>;

/** A finding on one side, with the records that say so. */
export const DatedFinding = SbomFinding.omit({ proof: true })
  .extend({ records: z.array(DatedRecord) })
  .meta({ id: 'DatedFinding' });
export type DatedFinding = z.infer<typeof DatedFinding>;

/** A vulnerability of a component that is there on one side alone, or otherwise on the other. */
export const SbomDifference = z
  .object({
    id: z.string(),
    change: z.enum(['newly_known', 'no_longer', 'changed']),
    why: z
      .enum(['record_appeared', 'record_withdrawn', 'record_removed', 'cve_rejected', 'range_changed'])
      .describe('What of the records made the difference.'),
    at: Timestamp.nullable().describe('When it came about, as well as the records tell.'),
    past: DatedFinding.nullable(),
    now: DatedFinding.nullable(),
  })
  .meta({ id: 'SbomDifference' });
export type SbomDifference = z.infer<typeof SbomDifference>;

/** What a bill of materials came to once, what it comes to now, and what lies between. */
export const SbomThenAndNow = z
  .object({
    document: SbomDocument,
    clock: z.enum(['known', 'true']),
    past: SbomExposure,
    now: SbomExposure,
    difference: z
      .object({ newlyKnown: Count, noLonger: Count, changed: Count, same: Count })
      .describe('Of findings, counted as `findings` of either side are.'),
    reasons: z.array(SbomReason),
    pastCoverage: Coverage.optional().describe('How the sources were then, by what had been read of them.'),
    components: z
      .array(
        z.object({
          component: SbomComponent,
          past: z.object({ verdict: Verdict, verdictReason: z.string() }),
          now: z.object({ verdict: Verdict, verdictReason: z.string() }),
          same: z.array(DatedFinding).describe('What is the same on both sides, the first 50.'),
          differences: z.array(SbomDifference).describe('The first 50.'),
          left: Count.describe('How many more there are of either.'),
        }),
      )
      .describe('Those with a finding on either side, in the order of the document.'),
  })
  .meta({ id: 'SbomThenAndNow' });
export type SbomThenAndNow = z.infer<typeof SbomThenAndNow>;
