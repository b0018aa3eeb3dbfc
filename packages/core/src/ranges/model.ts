import type { VersionScheme } from '../versions/scheme.ts';

/** What one record says about one version. `unknown` is never to be shown as clean. */
export type Verdict = 'affected' | 'not_affected' | 'unknown';

/** The status a record gives to a set of versions (the words of CVE JSON 5.x). */
export type Status = 'affected' | 'unaffected' | 'unknown';

/** Where a claim's form comes from; it says how to read the events, not how to order versions. */
export type ClaimKind = 'semver' | 'ecosystem' | 'git' | 'cve' | 'advisory' | 'cpe';

/** Which upstream asserts it (one of the service's source ids) and under which id. */
export interface RecordRef {
  readonly source: string;
  readonly id: string;
  /** Who says so within the record, where a record has several authors: the container of a CVE record. */
  readonly by?: string;
}

/** What an assertion is about, in the record's own words. */
export interface Subject {
  readonly ecosystem: string | null;
  readonly vendor: string | null;
  readonly name: string;
}

/** An event as OSV has it; `after` is an exclusive lower bound, which only expressions and CPE matches know. */
export interface RangeEvent {
  readonly type: 'introduced' | 'after' | 'fixed' | 'last_affected' | 'limit';
  readonly version: string;
}

/**
 * One end of an interval. With `line`, the version is a pattern such as `8.1.*`:
 * it stands for the first version of that line as a lower bound and for the last as an upper one.
 */
export interface Bound {
  readonly version: string;
  readonly inclusive: boolean;
  readonly line: boolean;
}

/** `null` is no bound on that side. */
export interface Interval {
  readonly from: Bound | null;
  readonly to: Bound | null;
}

/** Why a claim, or a whole assertion, cannot be decided. */
export type Doubt =
  | 'no_version'
  | 'version_unreadable'
  | 'bound_unreadable'
  | 'scheme_unknown'
  | 'git_without_graph'
  | 'version_unstated'
  | 'text_unreadable'
  | 'text_names_product'
  | 'text_ambiguous'
  | 'update_unstated'
  | 'negated'
  | 'nothing_stated'
  | 'release_not_named'
  | 'status_unknown'
  | 'malformed';

/** What lowers the confidence in a verdict that could be reached. */
export type Caveat =
  | 'scheme_assumed'
  | 'scheme_unrecognised'
  | 'lower_bound_unstated'
  | 'open_range_beside_versions'
  | 'bound_outside_range'
  | 'bound_misprinted'
  | 'earlier_entry_unreadable'
  | 'needs_platform'
  | 'untagged_commit'
  | 'release_not_named'
  | 'vendor_not_compared'
  | 'whole_package';

interface ClaimBase {
  readonly status: Status;
  readonly kind: ClaimKind;
  readonly caveats: readonly Caveat[];
  /** What must hold besides: the platforms of an NVD configuration, for one. */
  readonly conditions: readonly string[];
}

/** A set of versions given by bounds. The intervals are disjoint and ascend; the events are what the record wrote. */
export interface RangeClaim extends ClaimBase {
  readonly type: 'range';
  readonly scheme: VersionScheme;
  readonly events: readonly RangeEvent[];
  readonly intervals: readonly Interval[];
}

/** Versions named one by one. */
export interface ListClaim extends ClaimBase {
  readonly type: 'list';
  /** `null` compares by string alone. */
  readonly scheme: VersionScheme | null;
  readonly versions: readonly string[];
}

/** Commits, which only a commit graph orders. */
export interface GitClaim extends ClaimBase {
  readonly type: 'git';
  readonly events: readonly RangeEvent[];
}

/** Something that was said about versions but cannot be evaluated. */
export interface OpaqueClaim extends ClaimBase {
  readonly type: 'opaque';
  readonly text: string;
  readonly doubt: Doubt;
}

/** One statement about a set of versions. */
export type Claim = RangeClaim | ListClaim | GitClaim | OpaqueClaim;

/**
 * What one record asserts about one package: the first claim that covers the version decides, and where none does, `defaultStatus`.
 * For OSV, advisories and NVD every claim says `affected`, so the order does not matter.
 */
export interface Assertion {
  readonly record: RecordRef;
  readonly subject: Subject;
  readonly claims: readonly Claim[];
  readonly defaultStatus: Status;
  readonly withdrawn: boolean;
  /** When the record was published, as it says. */
  readonly published?: string;
  /** The product as its vendor calls it, where the record names it beside the package. */
  readonly product?: string;
}

/** What is asked: a version, a commit, or the package as a whole when neither is given. */
export interface Question {
  readonly version?: string | null;
  readonly commit?: string | null;
}

/** Whether a claim covers what is asked, and which bound or listed version says so. */
export type Membership =
  | {
      readonly holds: 'yes';
      readonly bound: RangeEvent | null;
      readonly interval: Interval | null;
      readonly listed: string | null;
    }
  | { readonly holds: 'no'; readonly bound: RangeEvent | null }
  | { readonly holds: 'unsure'; readonly doubt: Doubt };

/** Why the verdict is what it is. */
export type Reason =
  | 'in_range'
  | 'listed'
  | 'outside'
  | 'marked_unaffected'
  | 'default_status'
  | 'withdrawn'
  | 'whole_package'
  | Doubt;

/** The evidence for a verdict, complete enough to be checked by another program. */
export interface Proof {
  readonly record: RecordRef;
  readonly subject: Subject;
  readonly question: Question;
  readonly reason: Reason;
  /** The id of the version scheme that compared; null when nothing was compared by order. */
  readonly comparator: string | null;
  /** The claim that decided, as events and in words; null when no range took part. */
  readonly range: { readonly kind: ClaimKind; readonly events: readonly RangeEvent[]; readonly words: string } | null;
  /** The bound that decided: the fix the version is past, the start it does not reach, the end it is below. */
  readonly bound: RangeEvent | null;
  /** The enumerated version that it equals. */
  readonly listed: string | null;
  /** What would overturn or settle the verdict, in a sentence. */
  readonly overturn: string;
  readonly caveats: readonly Caveat[];
  readonly conditions: readonly string[];
}

/** How much weight a verdict bears; computed from the proof, never set by hand. */
export type Confidence = 'high' | 'medium' | 'low';

/** A verdict with its proof. */
export interface Evaluation {
  readonly verdict: Verdict;
  readonly confidence: Confidence;
  readonly proof: Proof;
}

/** What a parser made of a record. */
export interface Reading {
  readonly assertions: readonly Assertion[];
  /** Elements that had to be dropped, by class and in the order met: a wrong type, a missing name. */
  readonly dropped: readonly string[];
}
