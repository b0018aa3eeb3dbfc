import type { SourceStatus, TrendingCve } from '@almanac/contract';
import type { PullStage, RiskFacts } from '@almanac/core/tracker';
import type { Insight } from '../insights/page.ts';

/** A CVE with an open issue, and how far its fix has come. */
export interface OpenRisk {
  readonly facts: RiskFacts;
  readonly title: string | null;
  readonly packages: readonly string[];
  /** The newest open issue about it. */
  readonly issue: number;
  /** Null: no pull request. */
  readonly stage: PullStage | null;
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

/** CVEs with an open issue in the tracker, the riskiest of them, and how many there are of each kind. */
export interface OpenRisks {
  readonly first: readonly OpenRisk[];
  readonly total: number;
  readonly exploited: number;
  readonly likely: number;
  /** Nobody says how likely they are. */
  readonly unscored: number;
}

/** What the first page shows. */
export interface HomeModel {
  /** When it was made. */
  readonly at: string;
  readonly sources: readonly SourceStatus[];
  /** What changed in the last day, the heaviest of it, and how much there is in all. */
  readonly changed: { readonly cves: readonly TrendingCve[]; readonly total: number };
  /** `unread`: the tracker has never been read; `late`: not in the time that the page has. Both are unknown, and not nothing. */
  readonly open: OpenRisks | 'unread' | 'late';
  /** Newest first. */
  readonly fixes: readonly NewFix[];
  /** Topics that have figures. */
  readonly insights: readonly Insight[];
}
