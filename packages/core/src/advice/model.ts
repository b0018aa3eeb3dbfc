import type { SubjectKind } from '../records/subject-kind.ts';
import type { Rating } from '../scores/rating.ts';

/** What there is to do. */
export const ADVICE_ACTIONS = [
  'upgrade',
  'leave_versions',
  'apply_patch',
  'mitigate',
  'wait',
  'nothing',
  'review',
] as const;
export type AdviceAction = (typeof ADVICE_ACTIONS)[number];

/** A vulnerability that a version has, and how bad it is. */
export interface RatedIssue {
  readonly id: string;
  readonly severity: Exclude<Rating, 'none'> | null;
  /** The KEV catalogue lists it. */
  readonly kev: boolean;
}

/** A version to move to. */
export interface AdvisedTarget {
  readonly version: string;
  /** The evidence that names the version, such as `osv GHSA-…` or `packages nixos-unstable`. */
  readonly namedBy: string;
  /** The affected versions that it is the way out of; null where evidence names none of them. */
  readonly affected: { readonly first: string; readonly last: string } | null;
  /** What affects it all the same, worst first: no better version is known. */
  readonly remaining: readonly RatedIssue[];
  /** How many vulnerabilities of the package cannot be decided there. */
  readonly undecided: number;
  /** False: nothing says whether other vulnerabilities affect it. */
  readonly checked: boolean;
}

/** A version that fixes the vulnerability and is not recommended. */
export interface RejectedVersion {
  readonly version: string;
  /** Worst first; empty where it is only in doubt. */
  readonly because: readonly RatedIssue[];
  /** Such as `2.15.0 fixes this one but has CVE-2021-45046 (critical, exploited).` */
  readonly sentence: string;
}

/** What to do about one package or product. */
export interface SubjectAdvice {
  readonly action: AdviceAction;
  readonly ecosystem: string | null;
  readonly vendor: string | null;
  readonly name: string;
  readonly purl: string | null;
  readonly kind: SubjectKind;
  readonly sentence: string;
  /** The highest release line first. */
  readonly targets: readonly AdvisedTarget[];
  readonly rejected: readonly RejectedVersion[];
  /** Versions to leave, where records list them one by one. */
  readonly leave: readonly string[];
  /** The last affected version, where no later one is named. */
  readonly beyond: string | null;
  /** A pre-release or untagged version that fixes it, where no release does. */
  readonly preRelease: string | null;
  /** The commit that fixes it, where no version is named. */
  readonly commit: string | null;
  /** The command that brings it to the first target. */
  readonly command: string | null;
  /** The source and the record that say so first. */
  readonly source: string;
  readonly record: string;
}

/** What to do about a vulnerability. */
export interface VulnerabilityAdvice {
  readonly action: AdviceAction;
  /** What to do, in a sentence or two that can be forwarded as they are. */
  readonly sentence: string;
  /** The product that people know first. */
  readonly subjects: readonly SubjectAdvice[];
}

/** What to do about an installed version of a package. */
export interface PackageAdvice {
  readonly action: AdviceAction;
  readonly sentence: string;
  /** What affects the installed version, worst first. */
  readonly has: readonly RatedIssue[];
  /** The version to move to, for everything that is known about the package. */
  readonly target: string | null;
  /** Null without a target, and where the order of versions does not tell. */
  readonly crossesMajor: boolean | null;
  /** What affects the target all the same, worst first. */
  readonly remaining: readonly RatedIssue[];
  /** What may apply and cannot be decided, worst first; for an unknown version, what a person has to look at. */
  readonly undecided: readonly RatedIssue[];
  readonly command: string | null;
}

/** The one-line form of the advice, for reports. */
export type ComponentAdvice = Pick<PackageAdvice, 'action' | 'sentence' | 'target' | 'crossesMajor' | 'command'>;
