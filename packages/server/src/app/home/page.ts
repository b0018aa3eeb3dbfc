import type { SourceStatus, TrendingCve } from '@almanac/contract';
import type { OpenVerdict, PullStage, RiskFacts } from '@almanac/core/tracker';

/** A CVE with an open issue, its verdict, and how far its fix has come. */
export interface OpenCve {
  readonly facts: RiskFacts;
  readonly title: string | null;
  readonly verdict: OpenVerdict;
  /** The packages that the open issues name. */
  readonly packages: readonly string[];
  /** The newest open issue about it. */
  readonly issue: number;
  /** Null if there is no pull request. */
  readonly stage: PullStage | null;
}

/** The CVEs with one verdict: the riskiest of them, and how many there are of each kind. */
export interface OpenGroup {
  readonly first: readonly OpenCve[];
  readonly total: number;
  readonly exploited: number;
  readonly likely: number;
  /** CVEs without a score. */
  readonly unscored: number;
}

/** An open issue about versions that are not affected. */
export interface RefutedIssue {
  readonly number: number;
  readonly cves: readonly string[];
  readonly places: OpenVerdict['places'];
}

/** A merged pull request that fixes a tracked issue. */
export interface NewFix {
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly mergedAt: string;
  readonly issue: number;
  readonly cves: readonly string[];
}

/** What the tracker has open, by the verdict about the versions that the channels carry. */
export interface OpenWork {
  readonly affected: OpenGroup;
  readonly unknown: OpenGroup;
  /** Packages with an affected version; those of exploited vulnerabilities are counted apart. */
  readonly packages: { readonly affected: number; readonly exploited: number };
  /** Issues that can be closed, the newest first. */
  readonly refuted: { readonly first: readonly RefutedIssue[]; readonly total: number };
}

/** What the first page shows. */
export interface HomeModel {
  /** When it was made. */
  readonly at: string;
  readonly sources: readonly SourceStatus[];
  /** What changed in the last day, the heaviest of it, and how much there is in all. */
  readonly changed: { readonly cves: readonly TrendingCve[]; readonly total: number };
  /** `unread`: the tracker has never been read. `late`: it was not read in the time that the page has. Both mean unknown. */
  readonly open: OpenWork | 'unread' | 'late';
  /** Newest first. */
  readonly fixes: readonly NewFix[];
}
