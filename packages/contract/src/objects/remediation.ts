import * as z from 'zod';
import { PackageAdvice } from './advice.ts';
import { CveId } from './cve-id.ts';
import { Severity, SeverityCounts } from './severity.ts';
import { Sha256 } from './sha256.ts';
import { Verdict } from './verdict.ts';

const Count = z.int().nonnegative();

const finding = {
  id: z.string().describe('The CVE ID, or the ID that its records share.'),
  aliases: z.array(z.string()),
  state: z
    .enum(['holds', 'undecided'])
    .describe('Status for the current version. `undecided` never counts as unaffected.'),
  severity: Severity.optional().describe('Omitted if no source rates it.'),
  kev: z.boolean().describe('Whether it is in the KEV catalogue.'),
  affectedVersions: z.string().nullable().describe('In words; null if no record gives a range.'),
};

export const PlanFinding = z.object(finding).meta({ id: 'PlanFinding' });
export type PlanFinding = z.infer<typeof PlanFinding>;

export const StayingFinding = z
  .object({
    ...finding,
    reason: z.enum([
      'rejected',
      'no_fix_known',
      'fix_not_named',
      'malicious',
      'fixed_by_commit_only',
      'only_commits',
      'bound_unreadable',
      'undecidable',
      'release_not_named',
      'no_versions_stated',
      'fix_is_prerelease',
      'fix_opens_another',
      'fix_clears_fewer',
      'not_all_tried',
    ]),
    why: z.string().describe('The reason in a sentence.'),
  })
  .meta({ id: 'StayingFinding' });
export type StayingFinding = z.infer<typeof StayingFinding>;

const Standing = z.object({
  verdict: Verdict,
  reason: z.string(),
  bound: z.string().nullable().describe('The bound that decided: `fixed 1.2.3`.'),
});

/**
 * Complete enough for another program to verify that the target fixes everything, adds nothing, and is the smallest
 * such candidate.
 */
export const PlanProof = z
  .object({
    order: z.string().describe('How candidates were ordered.'),
    findings: z.array(
      z.object({
        id: z.string(),
        records: z.array(
          z.object({
            record: z.object({ source: z.string(), id: z.string(), by: z.string().optional() }),
            sha256: Sha256.nullable(),
            range: z.string().nullable(),
            comparator: z.string().nullable(),
            atCurrent: Standing,
            atTarget: Standing.nullable(),
            overturn: z.string(),
          }),
        ),
        left: Count,
      }),
    ),
    findingsLeft: Count.describe('Number of findings not shown. Each plan shows 1,000.'),
    othersClear: Count.describe('Other vulnerabilities of the package that do not affect the target.'),
    smaller: z
      .array(
        z.object({
          version: z.string(),
          id: z.string().describe('The vulnerability that rules out this version.'),
          state: z.enum(['holds', 'undecided']),
          opens: z.boolean().describe('Whether the current version does not have it.'),
        }),
      )
      .describe('Every candidate below the target, ascending, with the first finding against it.'),
    left: Count,
    overturn: z.string(),
  })
  .meta({ id: 'PlanProof' });

export const RemediationPlan = z
  .object({
    purls: z.array(z.string()).describe('Package URLs in the request; empty for plans of a CVE.'),
    places: z
      .array(z.object({ channel: z.string(), attribute: z.string() }))
      .describe('Where nixpkgs carries this version; empty for registry packages.'),
    ecosystem: z.string().nullable(),
    package: z.string().nullable(),
    status: z
      .enum(['fix', 'partial', 'no_fix', 'clean', 'unknown', 'not_covered', 'invalid'])
      .describe(
        '`fix`: the target fixes everything. `partial`: it fixes what can be fixed. `clean`: nothing to do, confirmed by a source. `unknown`: could not be determined.',
      ),
    problem: z.string().optional().describe('Why the package URL is invalid or not covered.'),
    current: z.string().nullable(),
    verdict: Verdict.describe('The verdict for the current version.'),
    verdictReason: z.string(),
    target: z.string().nullable(),
    targetPurl: z.string().nullable(),
    namedBy: z.string().nullable().describe('The evidence that names the target.'),
    crossesMajor: z.boolean().nullable(),
    clears: z.array(PlanFinding),
    opens: z.array(z.string()).describe('Always empty: a target never adds vulnerabilities.'),
    stays: z.array(StayingFinding),
    findingsLeft: Count.describe(
      'Number of findings not listed. Lists show up to 1,000 fixed and 1,000 remaining findings.',
    ),
    patched: z
      .array(z.object({ id: z.string(), needed: z.boolean() }))
      .describe('Fixed by a nixpkgs patch. `needed`: keep the patch.'),
    alternatives: z
      .array(
        z.object({
          version: z.string(),
          namedBy: z.string(),
          kind: z.enum(['unproven', 'prerelease']),
          undecided: z.array(z.string()),
        }),
      )
      .describe('Versions not chosen, because they may be affected or are not releases.'),
    beyond: z
      .string()
      .nullable()
      .optional()
      .describe('The last affected version, if findings remain and later versions are not known to be affected.'),
    candidates: Count.describe('Versions above the current one that evidence names.'),
    candidatesTried: Count,
    atTarget: z.object({ verdict: Verdict, reason: z.string() }).nullable(),
    rebuild: z
      .object({ direct: Count, transitive: Count })
      .nullable()
      .describe('Number of nixpkgs packages that this change rebuilds; null if unknown.'),
    advice: PackageAdvice.nullable().describe('How to fix the current version; null if no plan was possible.'),
    proof: PlanProof.nullable(),
  })
  .meta({ id: 'RemediationPlan' });
export type RemediationPlan = z.infer<typeof RemediationPlan>;

/** One version for every place where a package is used. */
export const PackageTarget = z
  .object({
    ecosystem: z.string().nullable(),
    package: z.string(),
    target: z
      .string()
      .nullable()
      .describe('The smallest version that fixes all of `moves`; null if nothing needs to move.'),
    crossesMajor: z.boolean().nullable().describe('For any of `moves`.'),
    moves: z.array(z.string()).describe('Current versions, none above the target.'),
    keeps: z.array(z.string()).describe('Current versions with nothing to do.'),
    open: z.array(z.string()).describe('Current versions that cannot be fully fixed, or whose status is unknown.'),
  })
  .meta({ id: 'PackageTarget' });
export type PackageTarget = z.infer<typeof PackageTarget>;

const Exposure = z.object({
  packages: Count.describe('Plans with findings.'),
  findings: Count,
  kev: Count,
  bySeverity: SeverityCounts,
});

export const PlannedCve = z
  .object({
    id: CveId,
    known: z.boolean().describe('Whether any source has a record of it.'),
    places: z.array(
      z.object({
        channel: z.string(),
        attribute: z.string(),
        version: z.string().nullable(),
        verdict: Verdict,
        reason: z.string(),
      }),
    ),
  })
  .meta({ id: 'PlannedCve' });
export type PlannedCve = z.infer<typeof PlannedCve>;

export const RemediationResult = z
  .object({
    plans: z.array(RemediationPlan).describe('One per package and version, most urgent first.'),
    set: z.array(PackageTarget).describe('One per package.'),
    cves: z.array(PlannedCve).optional(),
    totals: z.object({
      asked: Count,
      before: Exposure,
      after: Exposure.describe('After carrying out every plan.'),
      cleared: z
        .object({ byCommand: Count, byHand: Count })
        .describe('Findings that the advice fixes, by a package manager command or by hand.'),
      unknown: Count.describe('Plans whose status could not be determined.'),
      notPlanned: Count.describe('Number of packages omitted, because a response has a maximum number of plans.'),
    }),
    notes: z.array(z.string()).describe('Parts of the request that were ignored, and why.'),
  })
  .meta({ id: 'RemediationResult' });
export type RemediationResult = z.infer<typeof RemediationResult>;
