import type { ProductTarget } from '../matching/facts.ts';
import type { Assertion } from '../ranges/model.ts';
import type { SeverityClaim } from '../scores/severity.ts';
import type { SsvcPoints } from '../scores/ssvc.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { SubjectKind } from './subject-kind.ts';

/** The sources whose records describe a vulnerability. */
export const RECORD_SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd', 'nvd_overrides'] as const;
export type RecordSource = (typeof RECORD_SOURCES)[number];

/** Sources with one record for each CVE, under the CVE's own id. */
export const CVE_RECORD_SOURCES = ['cve_list_v5', 'nvd', 'nvd_overrides'] as const satisfies readonly RecordSource[];

export function isCveRecordSource(source: string): boolean {
  return CVE_RECORD_SOURCES.some((each) => each === source);
}

export function isRecordSource(source: string): source is RecordSource {
  return RECORD_SOURCES.some((each) => each === source);
}

/** A record as a source delivers it, under the key by which we keep it. */
export interface RecordDocument {
  readonly source: RecordSource;
  readonly key: string;
  /** The upstream's record, parsed or as text. Members may be missing or have the wrong type. */
  readonly value: unknown;
  /** The source no longer lists it. */
  readonly withdrawn?: boolean;
}

/** How a record stands: `unknown` where it does not say, or in words nobody knows. */
export type RecordState = 'live' | 'withdrawn' | 'reserved' | 'unknown';

/** GitHub's advisory types. For other databases only `malware` is known. */
export type AdvisoryType = 'reviewed' | 'unreviewed' | 'malware';

export interface Reference {
  readonly url: string;
  readonly tags: readonly string[];
}

/** The versions and commits that a statement calls fixed. */
export interface Fixes {
  /** Ascending, each once. */
  readonly versions: readonly string[];
  readonly commits: readonly string[];
  /** Orders the versions; null if no range names a scheme. */
  readonly scheme: VersionScheme | null;
}

/** One author's statement about one subject. */
export interface Statement extends Assertion {
  /** The kind of subject, which determines the versions it can be compared with. */
  readonly kind: SubjectKind;
  readonly fixes: Fixes;
}

/**
 * Everything that is read of a record, whatever its form. Nothing else reads the forms. Statements, their fixes, targets and what was
 * dropped are computed when they are first asked for.
 */
export interface VulnerabilityRecord {
  readonly source: RecordSource;
  /** The key: what a record calls itself cannot take another's place. */
  readonly id: string;
  readonly state: RecordState;
  /** In the record's own word: `PUBLISHED`, `Awaiting Analysis`. */
  readonly statedState: string | null;
  /** When it was withdrawn; `undated` where it is, and says so in a way that cannot be read. */
  readonly withdrawnAt: string | null;
  readonly type: AdvisoryType | null;
  readonly assigner: string | null;
  readonly reserved: string | null;
  readonly rejected: string | null;
  readonly rejectedReason: string | null;
  readonly replacedBy: readonly string[];
  /** Other ids of the same vulnerability. */
  readonly aliases: readonly string[];
  /** Ids of what was rebuilt or is covered (OSV), never aliases. */
  readonly upstream: readonly string[];
  readonly related: readonly string[];
  readonly title: string | null;
  readonly description: string | null;
  readonly severities: readonly SeverityClaim[];
  /** Weaknesses by who names them, the assigner first. */
  readonly weaknesses: readonly { readonly by: 'cna' | 'adp' | 'record'; readonly cwes: readonly string[] }[];
  readonly published: string | null;
  readonly modified: string | null;
  readonly references: readonly Reference[];
  readonly ssvc: (SsvcPoints & { readonly at: string | null }) | null;
  readonly tags: readonly string[];
  /** Those that say the same are one. */
  readonly statements: readonly Statement[];
  /** Addresses that the record gives as the software's own: its repository, the collection it comes from. */
  readonly homes: readonly string[];
  /** Products that are made for something alone: `wordpress`, `windows`. */
  readonly targets: readonly ProductTarget[];
  /** Products that only enrichments name, against what the assigner names. */
  readonly disowned: readonly string[];
  /** Says what was dropped and why, statements last. */
  readonly dropped: readonly string[];
}

/** The value of `withdrawnAt` where the date cannot be read. */
export const UNDATED = 'undated';

/** Defaults for members that few record formats have. */
export const NOTHING_FURTHER = {
  statedState: null,
  withdrawnAt: null,
  type: null,
  assigner: null,
  reserved: null,
  rejected: null,
  rejectedReason: null,
  replacedBy: [],
  aliases: [],
  upstream: [],
  related: [],
  title: null,
  ssvc: null,
  tags: [],
} as const satisfies Partial<VulnerabilityRecord>;
