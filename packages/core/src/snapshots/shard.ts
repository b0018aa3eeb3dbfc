import type { MatchSummary } from '../matching/explain/summarised.ts';
import type { FoundAssertion } from '../matching/facts.ts';

/** The ids of one vulnerability. */
export interface ShardGroup {
  readonly id: string;
  readonly ids: readonly string[];
}

/** What records say of one package, all its releases together. */
export interface ShardPackage {
  /** In the form in which the ecosystem compares names. */
  readonly name: string;
  readonly rows: readonly FoundAssertion[];
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** Everything that matching needs of the packages at one place of a partition. */
export interface Shard {
  readonly partition: string;
  readonly bits: number;
  readonly prefix: number;
  readonly packages: readonly ShardPackage[];
  /** What the CVE list and NVD say of vulnerabilities of which a record above gives no bounds, or was withdrawn. */
  readonly linked: readonly FoundAssertion[];
  readonly groups: readonly ShardGroup[];
  /** CVEs that an advisory covers without being their alias, by the id of the advisory. */
  readonly covers: ReadonlyMap<string, readonly string[]>;
  /** CVEs that the CVE list rejected. */
  readonly rejected: ReadonlySet<string>;
  readonly summaries: ReadonlyMap<string, MatchSummary>;
  /** Summaries that differ where only records that may be passed on are read; null: none of its records may be. No snapshot has any. */
  readonly passedOn: ReadonlyMap<string, MatchSummary | null>;
}

/** Has nothing of any package. */
export const EMPTY_SHARD: Shard = {
  partition: '',
  bits: 0,
  prefix: 0,
  packages: [],
  linked: [],
  groups: [],
  covers: new Map(),
  rejected: new Set(),
  summaries: new Map(),
  passedOn: new Map(),
};

export const SHARD_FORMAT = 'almanac-shard/1';

/** Numbers of a row of a package, and of a linked one, which has vendor and name besides. */
export const ROW = 6;
export const LINKED_ROW = 8;
