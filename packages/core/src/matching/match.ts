import type { RecordHash } from '../decisions/model.ts';
import type { Confidence, Evaluation, Subject } from '../ranges/model.ts';
import type { SubjectKind } from '../records/subject-kind.ts';

/** How the package that was asked about and the one that a record speaks of are the same. */
export interface Identity {
  /** One of `IDENTITY_RULES`. */
  readonly rule: string;
  /** How often a match by this rule, and by the naming rules on the way, is the same software: 1 would be always. */
  readonly weight: number;
  /** Naming rules applied, in order; empty where the name is the same letter by letter. */
  readonly naming: readonly string[];
  /** What of the question or the collection led here, and what the record names. */
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** One record that says the version is affected, or might be. */
export interface RecordEvidence {
  readonly kind: 'record';
  readonly source: string;
  readonly id: string;
  readonly sha256: string | null;
  readonly identity: Identity;
  readonly evaluation: Evaluation;
}

/** An issue of the tracker that names both the package and the CVE. */
export interface IssueEvidence {
  readonly kind: 'issue';
  readonly source: 'nixpkgs';
  readonly id: string;
  readonly sha256: string | null;
  readonly identity: Identity;
  readonly state: 'open' | 'closed';
  readonly title: string;
  readonly url: string;
}

/** The collection's own word on one of its packages: it is known to be vulnerable. */
export interface CollectionEvidence {
  readonly kind: 'known_vulnerability';
  readonly source: 'packages';
  readonly id: string;
  readonly sha256: string | null;
  readonly identity: Identity;
  readonly channel: string;
  readonly version: string | null;
  readonly text: string;
}

export type MatchEvidence = RecordEvidence | IssueEvidence | CollectionEvidence;

/** What speaks against a match, and is shown with it. */
export type Against =
  | {
      /** The collection applies a patch that carries the CVE's id in its name. */
      readonly kind: 'patched';
      readonly attribute: string;
      readonly channel: string;
      readonly version: string | null;
      readonly cve: string;
      readonly sha256: string | null;
    }
  | {
      /** A record says that the version is not affected. */
      readonly kind: 'not_affected';
      readonly source: string;
      readonly id: string;
      readonly sha256: string | null;
      readonly identity: Identity;
      readonly evaluation: Evaluation;
    };

/** Everything the confidence is computed from, complete enough to be checked by another program. */
export interface MatchProof {
  /** One of `CONFIDENCE_RULES`, which says in words why the confidence is what it is. */
  readonly rule: string;
  readonly reason: string;
  /** Strongest first. */
  readonly evidence: readonly MatchEvidence[];
  readonly against: readonly Against[];
  /** How much of either is left out because there is more than an answer should carry. */
  readonly left: number;
  /** What would overturn or settle it, in a sentence. */
  readonly overturn: string;
}

/** The contract's three words for where a match comes from. */
export type MatchSource = 'advisory' | 'osv' | 'pkgtracker';

/** A version of the package without the vulnerability, and the statement that names it. */
export interface NamedFix {
  readonly version: string;
  readonly source: string;
  readonly record: string;
  readonly subject: Subject;
  readonly kind: SubjectKind;
}

/** One vulnerability, whatever number of records speak of it. */
export interface Match {
  /** The CVE id; null when none is known for it. */
  readonly cve: string | null;
  /** The id it is known by: the CVE id, else the first of its ids. */
  readonly id: string;
  /** Its other ids, sorted. */
  readonly aliases: readonly string[];
  readonly confidence: Confidence;
  /** `fixed_by_patch` does not count as affected; `possible`: low confidence, or no version was given. */
  readonly status: 'affected' | 'possible' | 'fixed_by_patch';
  readonly source: MatchSource;
  /** Source ids of all that speak of it, sorted. */
  readonly sources: readonly string[];
  readonly severity: 'critical' | 'high' | 'medium' | 'low' | null;
  /** The CVSS score that the severity comes from; null where it comes from a word, or nobody rates it. */
  readonly score: number | null;
  readonly title: string | null;
  /** The base ecosystems in which an OSV record includes the version, sorted. */
  readonly osvEcosystems: readonly string[];
  /** The range as an expression, `>= 9.0.0, < 9.4.2`; null where no record gives one. */
  readonly affectedVersions: string | null;
  /** The same in words. */
  readonly affectedInWords: string | null;
  readonly fixedIn: string | null;
  /** Who names `fixedIn`. */
  readonly fix: NamedFix | null;
  readonly references: readonly string[];
  readonly proof: MatchProof;
}

/** A vulnerability that a record about the package clears for the version. */
export interface ClearedVulnerability {
  readonly cve: string | null;
  readonly id: string;
  readonly aliases: readonly string[];
  /** The record that clears it. */
  readonly by: Extract<Against, { kind: 'not_affected' }>;
  /** Why, in the words of evaluations; a version outside of every range of a record without a default status is `outside`. */
  readonly reason: string;
  /** Numbers of open issues of the tracker that name it all the same. */
  readonly staleIssues: readonly number[];
}

/** The records that support a match, with the hashes of their bytes, strongest first: as many as its proof carries. */
export function recordsOfMatch({ proof }: Pick<Match, 'proof'>): RecordHash[] {
  return proof.evidence.flatMap((evidence) =>
    evidence.kind === 'record' ? [{ source: evidence.source, id: evidence.id, sha256: evidence.sha256 }] : [],
  );
}

/** The first match that goes by an id. */
export function matchesById(matches: Iterable<Match>): ReadonlyMap<string, Match> {
  const found = new Map<string, Match>();
  for (const match of matches) {
    for (const id of [match.id, ...match.aliases]) if (!found.has(id)) found.set(id, match);
  }
  return found;
}
