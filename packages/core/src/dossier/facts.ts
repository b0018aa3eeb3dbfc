import type { RecordSource } from '../records/model.ts';

export type { RecordSource } from '../records/model.ts';

/** One record of a source, as it stood at the moment asked about. */
export interface SourceDocument {
  readonly source: RecordSource;
  readonly key: string;
  /** What upstream sent: anything may be missing or of the wrong type. */
  readonly value: unknown;
  readonly sha256: string;
  readonly observedAt: string;
  readonly modified: string | null;
  readonly withdrawn: boolean;
}

/** The score of one day. */
export interface EpssFact {
  readonly epss: number;
  readonly percentile: number;
  readonly date: string;
  readonly model: string | null;
}

/** The entry of the KEV catalogue. */
export interface KevFact {
  readonly vendorProject: string;
  readonly product: string;
  readonly vulnerabilityName: string;
  readonly dateAdded: string;
  readonly dueDate: string;
  readonly requiredAction: string;
  readonly knownRansomwareCampaignUse: string;
}

/** The lists of exploits, by the ids of their sources. */
export const EXPLOIT_LISTS = ['metasploit', 'nuclei', 'exploitdb'] as const;
export type ExploitList = (typeof EXPLOIT_LISTS)[number];

/** One entry of a list of exploits. */
export interface ExploitFact {
  readonly source: ExploitList;
  /** The module's path, the template's id, the entry's number. */
  readonly id: string;
  readonly name: string | null;
  /** When it became public, where the list says so. */
  readonly at: string | null;
}

/** What the CVE services say of the id. */
export type IdService = 'reserved' | 'rejected' | 'published' | 'unknown' | 'unreachable';

/** Another id of the same vulnerability, and who says so. */
export interface AliasFact {
  readonly id: string;
  readonly asserters: readonly string[];
  /** The other side's own record, which we hold, does not return the assertion. */
  readonly oneSided: boolean;
}

/** Everything that is known of one CVE at one moment. All answers about it are functions of this. */
export interface CveFacts {
  /** Upper case. */
  readonly id: string;
  readonly cveList: SourceDocument | null;
  readonly nvd: SourceDocument | null;
  /** Under the id or an alias, withdrawn ones too. */
  readonly osv: readonly SourceDocument[];
  readonly advisories: readonly SourceDocument[];
  readonly epss: EpssFact | null;
  /** An earlier score, to tell where it moves. */
  readonly epssEarlier?: EpssFact | null;
  readonly kev: KevFact | null;
  /** Null: not asked. */
  readonly idService: IdService | null;
  /** Named in the CVE list's delta feed. */
  readonly announced: boolean;
  readonly aliases: readonly AliasFact[];
  readonly exploits?: readonly ExploitFact[];
}

/** How far a source can be relied on for this answer. */
export interface SourceCoverage {
  readonly source: string;
  readonly state: 'ok' | 'stale' | 'unreachable' | 'disabled' | 'not_configured' | 'not_covered';
  readonly checkedAt?: string | null;
}

/** Where a statement comes from, exact enough to be looked up. */
export interface EvidencePointer {
  readonly source: string;
  /** The id of the record. */
  readonly record: string;
  readonly field: string;
}
