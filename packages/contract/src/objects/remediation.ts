import * as z from 'zod';
import { PackageAdvice } from './advice.ts';
import { CveId } from './cve-id.ts';
import { Severity, SeverityCounts } from './severity.ts';
import { Sha256 } from './sha256.ts';
import { Verdict } from './verdict.ts';

const Count = z.int().nonnegative();

const finding = {
  id: z.string().describe('The CVE id, else the id that its records share.'),
  aliases: z.array(z.string()),
  state: z.enum(['holds', 'undecided']).describe('Of the current version. `undecided` is never taken for clean.'),
  severity: Severity.optional().describe('Left out when no source rates it.'),
  kev: z.boolean().describe('Whether the catalogue of exploited vulnerabilities lists it.'),
  affectedVersions: z.string().nullable().describe('In words; null where no record gives a range.'),
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

/** Complete enough for another program to check that the target clears, opens nothing, and that no smaller candidate does. */
export const PlanProof = z
  .object({
    order: z.string().describe('By which candidates were sorted.'),
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
    findingsLeft: Count.describe('How many more findings there are than are shown: 1,000 of each plan are.'),
    othersClear: Count.describe('Other vulnerabilities of the package, each surely not holding for the target.'),
    smaller: z
      .array(
        z.object({
          version: z.string(),
          id: z.string().describe('What speaks against this version.'),
          state: z.enum(['holds', 'undecided']),
          opens: z.boolean().describe('Whether the current version does not have it.'),
        }),
      )
      .describe('Every candidate below the target, ascending, with the first thing found against it.'),
    left: Count,
    overturn: z.string(),
  })
  .meta({ id: 'PlanProof' });

export const RemediationPlan = z
  .object({
    purls: z.array(z.string()).describe('As they were asked for; empty where the plan comes from a CVE.'),
    places: z
      .array(z.object({ channel: z.string(), attribute: z.string() }))
      .describe('Where the collection carries this version; empty for packages of registries.'),
    ecosystem: z.string().nullable(),
    package: z.string().nullable(),
    status: z
      .enum(['fix', 'partial', 'no_fix', 'clean', 'unknown', 'not_covered', 'invalid'])
      .describe(
        '`fix`: the target clears everything. `partial`: it clears what can be cleared. `clean`: nothing to do, and a source vouches for it. `unknown`: it cannot be told whether there is anything to do.',
      ),
    problem: z.string().optional().describe('Why it is no purl, or why nobody covers it.'),
    current: z.string().nullable(),
    verdict: Verdict.describe('Of the current version.'),
    verdictReason: z.string(),
    target: z.string().nullable(),
    targetPurl: z.string().nullable(),
    namedBy: z.string().nullable().describe('The evidence that names the target.'),
    crossesMajor: z.boolean().nullable(),
    clears: z.array(PlanFinding),
    opens: z.array(z.string()).describe('Always empty: a version that opens something is no target.'),
    stays: z.array(StayingFinding),
    findingsLeft: Count.describe(
      'Findings that are counted and not listed: 1,000 that are cleared and 1,000 that stay are.',
    ),
    patched: z
      .array(z.object({ id: z.string(), needed: z.boolean() }))
      .describe('Fixed by a patch of the collection; `needed`: the patch has to stay.'),
    alternatives: z
      .array(
        z.object({
          version: z.string(),
          namedBy: z.string(),
          kind: z.enum(['unproven', 'prerelease']),
          undecided: z.array(z.string()),
        }),
      )
      .describe('Versions that are not the answer: not proven to be clear, or no releases.'),
    beyond: z
      .string()
      .nullable()
      .optional()
      .describe('The last affected version, where findings stay and nothing is known to affect later ones.'),
    candidates: Count.describe('Versions above the current one that evidence names.'),
    candidatesTried: Count,
    atTarget: z.object({ verdict: Verdict, reason: z.string() }).nullable(),
    rebuild: z
      .object({ direct: Count, transitive: Count })
      .nullable()
      .describe('Packages of the collection that a change to this one rebuilds; null where that is not known.'),
    advice: PackageAdvice.nullable().describe(
      'What to do about the current version; null where nothing could be planned.',
    ),
    proof: PlanProof.nullable(),
  })
  .meta({ id: 'RemediationPlan' });
export type RemediationPlan = z.infer<typeof RemediationPlan>;

/** One version for all places in which a package stands. */
export const PackageTarget = z
  .object({
    ecosystem: z.string().nullable(),
    package: z.string(),
    target: z
      .string()
      .nullable()
      .describe('The smallest that clears all of `moves`; null where there is nothing to move.'),
    crossesMajor: z.boolean().nullable().describe('For any of `moves`.'),
    moves: z.array(z.string()).describe('Current versions, none above the target.'),
    keeps: z.array(z.string()).describe('Current versions with nothing to do.'),
    open: z.array(z.string()).describe('Current versions of which not all can be cleared, or nothing can be told.'),
  })
  .meta({ id: 'PackageTarget' });
export type PackageTarget = z.infer<typeof PackageTarget>;

const Exposure = z.object({
  packages: Count.describe('Plans with findings.'),
  findings: Count,
  kev: Count,
  bySeverity: SeverityCounts,
});

/** A CVE that was asked for, and where the collection carries what it speaks of. */
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
    plans: z.array(RemediationPlan).describe('One for each package and version, the most urgent first.'),
    set: z.array(PackageTarget).describe('One for each package.'),
    cves: z.array(PlannedCve).optional(),
    totals: z.object({
      asked: Count,
      before: Exposure,
      after: Exposure.describe('When every plan is carried out.'),
      cleared: z
        .object({ byCommand: Count, byHand: Count })
        .describe('Findings that the advice clears: by a command of the package manager, or by hand.'),
      unknown: Count.describe('Plans of which it cannot be told whether there is anything to do.'),
      notPlanned: Count.describe('What was left out because there is more than one answer plans for.'),
    }),
    notes: z.array(z.string()).describe('What of the question was left out, and why.'),
  })
  .meta({ id: 'RemediationResult' });
export type RemediationResult = z.infer<typeof RemediationResult>;
