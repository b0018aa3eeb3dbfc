import type { Basis, CoverageRow, Issue, Provenance, RecordMention, TrackerPull, Verdict } from '@almanac/contract';
import type { PackageAdvice } from '@almanac/core/advice';
import type { Assessment, Dossier, ExploitSignals, Lifecycle } from '@almanac/core/dossier';
import type { RebuildCost } from '../graph/rebuild-costs.ts';

/** What the CVE means for a version that somebody asked about. */
export interface VersionVerdict {
  /** As actions name it: a package URL, or a name with its vendor. */
  readonly target: string;
  readonly name: string;
  readonly version: string;
  readonly verdict: Verdict;
  /** The affected range that it lies in, in words. */
  readonly range: string | null;
  /** Why, where it is not affected or not known. */
  readonly reason: string | null;
  /** What to do about this version, for everything that is known about the package; null where that was not judged. */
  readonly advice: PackageAdvice | null;
}

/** Everything that the page of a CVE shows. */
export interface CvePageModel {
  readonly dossier: Dossier;
  /** Null: no version was asked about. */
  readonly asked: VersionVerdict | null;
  readonly lifecycle: Lifecycle;
  readonly exploits: ExploitSignals;
  readonly assessment: Assessment;
  /** By day, oldest first; hundred-thousandths. */
  readonly scores: readonly { readonly day: string; readonly score: number }[];
  readonly provenance: readonly Provenance[];
  /** OSV records and advisories that name it, by source. */
  readonly mentions: readonly (RecordMention & { readonly source: string })[];
  /** Records that name it beyond those that are read. */
  readonly recordsLeft: number;
  /** Null: no issue of the tracker names it. */
  readonly tracker: { readonly issues: readonly Issue[]; readonly pulls: readonly TrackerPull[] } | null;
  /** Packages of the collection that it may concern. */
  readonly packages: readonly {
    readonly attribute: string;
    readonly channel: string;
    readonly version: string | null;
    readonly verdict: Verdict;
    readonly reason: string;
  }[];
  /** False: there are more than were looked up. */
  readonly packagesComplete: boolean;
  /** Of each attribute among them once. */
  readonly rebuilds: readonly RebuildCost[];
  readonly coverage: readonly CoverageRow[];
  /** Descriptions of a selection are not the sources' own words. */
  readonly isSelection: boolean;
  readonly asOf: string | null;
  /** The past instant that was asked for; null: now. */
  readonly at: string | null;
  /** Whether everything had been read by then, or some of it is dated by its source. */
  readonly basis: Basis;
  readonly now: string;
  /** Of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly version: string;
}
