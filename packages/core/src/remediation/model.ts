import type { PackageVerdict } from '../matching/decide/verdict.ts';
import type { Reason, RecordRef, Verdict } from '../ranges/model.ts';

/** How a vulnerability stands at one version: a range holds, it cannot be told, or it surely does not hold. */
export type State = 'holds' | 'undecided' | 'clear';

/** A version that evidence names, and who does. */
export interface NamedVersion {
  readonly version: string;
  /** Such as `osv GHSA-…` or `packages nixos-unstable`. */
  readonly by: string;
}

/** What was found of the current version. */
export interface PlanFinding {
  /** The CVE id, else the first of its ids. */
  readonly id: string;
  readonly aliases: readonly string[];
  readonly state: Exclude<State, 'clear'>;
  /** In words; null where no record gives a range. */
  readonly affectedVersions: string | null;
}

/** Why a finding stays, whatever is done: one of `STAYING_REASONS`. */
export type StayingReason =
  | 'rejected'
  | 'no_fix_known'
  | 'fix_not_named'
  | 'malicious'
  | 'fixed_by_commit_only'
  | 'only_commits'
  | 'bound_unreadable'
  | 'undecidable'
  | 'release_not_named'
  | 'no_versions_stated'
  | 'fix_is_prerelease'
  | 'fix_opens_another'
  | 'fix_clears_fewer'
  | 'not_all_tried';

export interface StayingFinding extends PlanFinding {
  readonly reason: StayingReason;
  /** The reason in a sentence. */
  readonly why: string;
}

/** A version that is not the answer and may be what somebody wants all the same. */
export interface Alternative {
  readonly version: string;
  readonly namedBy: string;
  /** `unproven`: nothing is known to hold, but something cannot be decided. `prerelease`: proven, but no release. */
  readonly kind: 'unproven' | 'prerelease';
  /** What cannot be decided there. */
  readonly undecided: readonly string[];
}

/** A smaller candidate, and the first thing found that speaks against it. */
export interface Rejection {
  readonly version: string;
  readonly id: string;
  readonly state: Exclude<State, 'clear'>;
  /** It did not hold for the current version. */
  readonly opens: boolean;
}

/** What one record says at one version. */
export interface RecordStanding {
  readonly verdict: Verdict;
  readonly reason: Reason;
  /** The bound that decided, as `fixed 1.2.3`. */
  readonly bound: string | null;
}

/** One record of a finding, held against the current version and against the target. */
export interface RecordProof {
  readonly record: RecordRef;
  readonly sha256: string | null;
  readonly range: string | null;
  readonly comparator: string | null;
  readonly atCurrent: RecordStanding;
  readonly atTarget: RecordStanding | null;
  /** What would overturn what is said of the target, or of the current version where there is none. */
  readonly overturn: string;
}

export interface PlanProof {
  /** The id of the order by which candidates were sorted. */
  readonly order: string;
  readonly findings: readonly {
    readonly id: string;
    readonly records: readonly RecordProof[];
    readonly left: number;
  }[];
  /** How many more of them there are than are shown. */
  readonly findingsLeft: number;
  /** Vulnerabilities of the package that are no finding, each held against the target and surely not holding there. */
  readonly othersClear: number;
  /** Candidates below the target, ascending. */
  readonly smaller: readonly Rejection[];
  /** How many more of them there are than are shown. */
  readonly left: number;
  /** What would overturn the plan, in a sentence. */
  readonly overturn: string;
}

/**
 * `fix`: the target clears everything. `partial`: it clears what can be cleared. `no_fix`: there are findings and no target.
 * `clean`: nothing to do, and somebody vouches for it. `unknown`: it cannot be told whether there is anything to do.
 */
export type PlanStatus = 'fix' | 'partial' | 'no_fix' | 'clean' | 'unknown';

export interface PackagePlan {
  readonly status: PlanStatus;
  readonly current: string | null;
  readonly verdict: PackageVerdict;
  readonly verdictReason: string;
  readonly target: string | null;
  /** Who names the target. */
  readonly namedBy: string | null;
  /** Null without a target, and where the order does not tell. */
  readonly crossesMajor: boolean | null;
  readonly clears: readonly PlanFinding[];
  /** What did not hold before and is not surely clear at the target: always empty, and computed all the same. */
  readonly opens: readonly string[];
  readonly stays: readonly StayingFinding[];
  /** Fixed in the collection by a patch; `needed`: its range holds for the target too, so that the patch has to stay. */
  readonly patched: readonly { readonly id: string; readonly needed: boolean }[];
  readonly alternatives: readonly Alternative[];
  /** Where findings stay and every range ends: the last affected version, beyond which nothing is known to hold. */
  readonly beyond: string | null;
  /** Versions above the current one that evidence names. */
  readonly candidates: number;
  readonly candidatesTried: number;
  /** What the target comes to by the rules of matching; null without one. */
  readonly atTarget: { readonly verdict: PackageVerdict; readonly reason: string } | null;
  readonly proof: PlanProof | null;
}
