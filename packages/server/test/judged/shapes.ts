/** The parts of a CVE record (JSON 5.x) that a judge reads. */
export interface CveRecord {
  readonly cveMetadata: { readonly cveId: string; readonly state: string; readonly datePublished?: string };
  readonly containers: { readonly cna?: CveContainer; readonly adp?: readonly CveContainer[] };
}

export interface CveContainer {
  readonly title?: string;
  readonly providerMetadata?: { readonly shortName?: string };
  readonly affected?: readonly CveAffected[];
  readonly descriptions?: readonly { readonly lang: string; readonly value: string }[];
  readonly rejectedReasons?: readonly { readonly lang: string; readonly value: string }[];
  readonly references?: readonly { readonly url: string }[];
  readonly tags?: readonly string[];
}

export interface CveAffected {
  readonly vendor?: string;
  readonly product?: string;
  readonly packageName?: string;
  readonly collectionURL?: string;
  readonly repo?: string;
  readonly defaultStatus?: string;
  readonly versions?: readonly CveVersion[];
  readonly cpes?: readonly string[];
  readonly platforms?: readonly string[];
}

export interface CveVersion {
  readonly version?: string;
  readonly status?: string;
  readonly lessThan?: string;
  readonly lessThanOrEqual?: string;
  readonly versionType?: string;
  readonly changes?: readonly { readonly at?: string; readonly status?: string }[];
}

/** One element of `vulnerabilities` of the NVD API 2.0. */
export interface NvdRecord {
  /** Anchore explains its addition here. */
  readonly _annotation?: { readonly description?: string };
  readonly cve: {
    readonly id?: string;
    readonly vulnStatus?: string;
    readonly descriptions?: readonly { readonly lang: string; readonly value: string }[];
    readonly references?: readonly { readonly url: string }[];
    readonly configurations?: readonly {
      readonly operator?: string;
      readonly nodes: readonly {
        readonly operator?: string;
        readonly negate?: boolean;
        readonly cpeMatch: readonly NvdMatch[];
      }[];
    }[];
  };
}

export interface NvdMatch {
  readonly vulnerable: boolean;
  readonly criteria: string;
  readonly versionStartIncluding?: string;
  readonly versionStartExcluding?: string;
  readonly versionEndIncluding?: string;
  readonly versionEndExcluding?: string;
}

export interface OsvRecord {
  readonly id: string;
  readonly modified?: string;
  readonly withdrawn?: string;
  readonly aliases?: readonly string[];
  readonly upstream?: readonly string[];
  readonly related?: readonly string[];
  readonly summary?: string;
  readonly details?: string;
  readonly affected?: readonly OsvAffected[];
  readonly references?: readonly { readonly url?: string }[];
}

export interface OsvAffected {
  readonly package?: { readonly ecosystem?: string; readonly name?: string; readonly purl?: string };
  readonly ranges?: readonly {
    readonly type?: string;
    readonly repo?: string;
    readonly events?: readonly Readonly<Record<string, string>>[];
  }[];
  readonly versions?: readonly string[];
}

export type Question = { readonly package: string } | { readonly purl: string };
export type Stratum = 'tracked' | 'distribution' | 'several';
/** The strata that users ask about, beside those of the first seven batches. */
export type AskedStratum = 'old_rule' | 'recent' | 'binary' | 'carried' | 'fuzzed' | 'clear';

export interface JudgedCase {
  readonly id: string;
  readonly stratum: Stratum | AskedStratum;
  readonly question: Question;
  readonly version: string;
  readonly cve: string;
}
