import type { AliasGroup } from '../aliases/groups.ts';
import type { CoverageGap } from '../purl/packages.ts';
import type { Assertion, Subject } from '../ranges/model.ts';
import type { SeverityClaim } from '../scores/severity.ts';
import type { Identity } from './match.ts';
import type { IdentityRuleId } from './resolve/identity-rules.ts';

/** What is asked: a name as the asker writes it, and a version. */
export interface MatchQuestion {
  /** `curl`, `python312Packages.requests`, `@babel/core`, `github.com/a/b`, `group:artifact`. */
  readonly package: string;
  /** Null: none was given, so nothing can be confirmed. */
  readonly version: string | null;
  /** OSV's ecosystem, for an asker who knows it: a purl does. Then the collection is not needed. */
  readonly ecosystem?: string | null;
  /** Says what is not known about the name in the ecosystem; left out where everything is. */
  readonly gaps?: readonly CoverageGap[] | undefined;
  /** The channel of the collection that it comes from. Where the channel carries the version, only what it says of it counts. */
  readonly channel?: string | undefined;
  /** CPE names that a document gives for it. */
  readonly cpes?: readonly string[] | undefined;
  /** Vulnerabilities for which, by a document that describes it, a patch is applied. */
  readonly patched?: readonly string[] | undefined;
}

/** What the collection carries and says about one attribute in one channel. */
export interface CollectionFact {
  readonly attribute: string;
  readonly pname: string | null;
  readonly channel: string;
  readonly version: string | null;
  /** Of the language's set that the attribute stands in, as OSV spells it, and the name there; null outside of any. */
  readonly ecosystem: string | null;
  readonly ecosystemName: string | null;
  /** Identifiers that the collection declares. */
  readonly cpes: readonly string[];
  readonly purls: readonly string[];
  /** Words that say who makes it: hosts and owners of its home pages and sources. */
  readonly makers: readonly string[];
  readonly homepage: string | null;
  /** Free text, as the collection writes it. */
  readonly knownVulnerabilities: readonly string[];
  /** CVE ids in the names of its patches. */
  readonly patched: readonly string[];
  /** SHA-256 of the bytes in which the collection says so; null where they are not at hand. */
  readonly sha256?: string | null;
}

/** An issue of the collection's tracker that names the package. */
export interface TrackedIssue {
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly state: 'open' | 'closed';
  readonly cves: readonly string[];
  readonly packages: readonly string[];
  /** Whether a fix is known to the tracker: a merged pull request. */
  readonly fixed: boolean;
  readonly sha256?: string | null;
}

/** What one record says about one package or product, and the hash of the record's bytes. */
export interface FoundAssertion {
  readonly assertion: Assertion;
  /** SHA-256 of the document as the source sent it; null where it is not at hand, and then the proof says so. */
  readonly sha256: string | null;
}

/** What one record says about a vulnerability besides its packages. */
export interface RecordFact {
  readonly source: string;
  readonly id: string;
  readonly title: string | null;
  readonly severities: readonly SeverityClaim[];
  /** http(s) addresses, as the record gives them. They also tell whose software it speaks of. */
  readonly references: readonly string[];
  /** A rejected CVE or a withdrawn record; nothing of its vulnerability matches when the CVE itself is rejected. */
  readonly rejected: boolean;
  /** Addresses that the record gives as the software's own: its repository, the collection it comes from. */
  readonly homes?: readonly string[];
  /** Products of the record that are made for something alone: `wordpress`, `windows`, `node.js`. */
  readonly targets?: readonly ProductTarget[];
  /** Products that only enrichments of the record name, against what the assigner names. */
  readonly disowned?: readonly string[];
}

/** A product, as it is compared, and what all entries of the record about it say that it is made for. */
export interface ProductTarget {
  readonly product: string;
  readonly target: string;
}

/** A package or product of which sources have records, those included that surely do not hold for the version. */
export interface KnownSubject {
  readonly subject: Subject;
  /** Ids of the sources that speak of it. */
  readonly sources: readonly string[];
}

/** Data with only some of the sources' records: a package can be called clean only if all of its records are among them. */
export interface DataSelection {
  /** The sentence that every answer carries. */
  readonly notice: string;
  /** Package URLs of the packages whose records are all here. */
  readonly wholePackages: readonly string[];
  /** Reports whether all records of the package in question are here. */
  isWhole(question: MatchQuestion, collection: readonly CollectionFact[]): boolean;
}

/** How a source that was consulted stands; the words of coverage. */
export interface ConsultedSource {
  readonly source: string;
  readonly state: string;
  /** Set if only some of the source's records are here. */
  readonly selection?: DataSelection | undefined;
}

/** Everything that matching is given. Nothing else takes part. */
export interface MatchFacts {
  readonly question: MatchQuestion;
  /** Ids of the one vulnerability that is asked about; left out: all are. */
  readonly vulnerability?: ReadonlySet<string>;
  readonly collection: readonly CollectionFact[];
  /** What the question may mean, for a caller that has worked it out from question and collection. */
  readonly candidates?: readonly Candidate[];
  readonly issues: readonly TrackedIssue[];
  readonly found: readonly FoundAssertion[];
  /** Ids that name one vulnerability; ids that nobody joins need not stand here. */
  readonly aliases: readonly Pick<AliasGroup, 'id' | 'ids'>[];
  /** CVEs that an advisory covers without being their alias (`upstream`, `related` of a distribution), by the advisory's id. */
  readonly covers?: ReadonlyMap<string, readonly string[]>;
  readonly records: readonly RecordFact[];
  readonly sources: readonly ConsultedSource[];
  /** Of the names that issues give: those that are attributes of the collection. */
  readonly attributes?: ReadonlySet<string>;
  /** Left out: only those of `found` are known to speak of the package. */
  readonly speakers?: readonly KnownSubject[];
  /** Records about the package that are not in `found`, since their bounds surely exclude the version; left out: none. */
  readonly excluded?: number;
  /** Whether all that is said of the candidates is in `found`, none having been cut off. Left out: it is. */
  readonly complete?: boolean;
}

/** A package or product that the question may mean: what to look up. */
export interface Candidate {
  readonly kind: 'package' | 'product';
  /** Of a package: OSV's ecosystem; null: that of any registry. */
  readonly ecosystem: string | null;
  /** Of a product: as CPE writes vendors; null: any vendor's. */
  readonly vendor: string | null;
  /** As it is compared: products in lower case with `_` for spaces. */
  readonly name: string;
  /** One of `IDENTITY_RULES`: the strongest this candidate can come to. */
  readonly rule: IdentityRuleId;
  /** The weight of the rule and of the naming rules. */
  readonly weight: number;
  /** Naming rules applied, in order, and what their weights multiply to. */
  readonly naming: readonly string[];
  readonly namingWeight: number;
  /** What of the question or the collection led here. */
  readonly from: string;
  readonly reason: string;
}

/** The entries of one record that may be about what was asked, and how each is. The version plays no part in it. */
export type MeantRecord = readonly { readonly found: FoundAssertion; readonly identity: Identity }[];
