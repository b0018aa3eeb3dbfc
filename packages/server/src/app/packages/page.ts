import type {
  Coverage,
  PackageAdvice,
  PackageHealth,
  PackageHistory,
  RepositoryVersion,
  Verdict,
  VulnsResult,
} from '@almanac/contract';
import type { VersionGrid } from '@almanac/core/matching';
import type { RebuildCost } from '../graph/rebuild-costs.ts';

/** What is said of one version of a package. */
export interface PackageAnswer extends Coverage {
  readonly data: VulnsResult;
  readonly verdict: Verdict;
  readonly verdictReason: string;
  /** What to do about an affected version; left out where that was not checked. */
  readonly advice?: Pick<PackageAdvice, 'sentence' | 'command'>;
}

/** One channel's attribute, and what is known of the version that it has. */
export interface PackagePlace {
  readonly channel: string;
  readonly attribute: string;
  readonly version: string | null;
  /** Null: more versions are carried than one page judges. */
  readonly answer: PackageAnswer | null;
}

/** What the page of a package shows. */
export interface PackagePageModel {
  readonly name: string;
  /** The version that the visitor asked for. */
  readonly asked: string | null;
  /** What the verdict and the matches are for: an attribute of the name, and a version where one is known. */
  readonly shown: { readonly name: string; readonly version: string | null };
  readonly answer: PackageAnswer;
  /** The matches of `answer` that are listed, by page. */
  readonly page: number;
  readonly pageSize: number;
  /** The package itself first, then others that go by its name. */
  readonly places: readonly PackagePlace[];
  /** Places of the name that are not shown; more than are counted, where so many go by it. */
  readonly placesLeft: { readonly count: number; readonly atLeast: boolean };
  /** What records call it: feeds are by this name. */
  readonly recordName: string;
  /** What the collection says it is. */
  readonly description: string | null;
  readonly homepage: string | null;
  readonly maintainers: readonly string[];
  /** What the version aggregator said when it was last asked; null: it has not been. */
  readonly repositories: {
    readonly versions: readonly RepositoryVersion[];
    readonly latest: string | null;
    readonly checkedAt: string;
  } | null;
  /** Null: no record has the name, or more than a page compares. */
  readonly grid: {
    readonly versions: readonly string[];
    readonly rows: readonly (VersionGrid['rows'][number] & { readonly severity: string | null })[];
    readonly left: number;
  } | null;
  readonly history: PackageHistory;
  /** Null: nothing has been judged yet; null within: the collection does not carry it. */
  readonly health: { readonly of: PackageHealth | null; readonly computedAt: string } | null;
  /** Of each attribute among the places once. */
  readonly rebuilds: readonly RebuildCost[];
  readonly baseUrl: string;
}
