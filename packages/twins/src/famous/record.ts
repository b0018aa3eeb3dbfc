import type { CveListing, NvdAnalysis, Product } from '../world/vulnerability.ts';

/**
 * What the upstreams say of a well-known vulnerability, in short. Ids, dates, versions, scores, weaknesses and addresses are real; title
 * and text are ours. A member that is absent means that this fact is not known here, not that the upstream has none.
 */
export interface FamousRecord {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly cve?: FamousCve;
  readonly ghsa?: FamousAdvisory;
  readonly osv?: readonly FamousOsv[];
  readonly nvd?: FamousNvd;
  readonly kev?: FamousKev;
  /** Score and percentile of the first known day, then of the second; of the second alone where it is younger. */
  readonly epss?: readonly [number, number, number, number] | readonly [number, number];
  /** Scores before these days, from each day to the next: `2023-03-07 0.97, 2023-03-21 0.975`. No source has percentiles of them. */
  readonly weekly?: string;
  readonly metasploit?: { readonly path: string; readonly disclosed?: string };
  readonly nuclei?: { readonly severity: string; readonly score: string };
  /** The number of an exploit in Exploit-DB. */
  readonly exploitdb?: number;
  /** What Anchore adds to NVD's record. */
  readonly nvdOverride?: readonly FamousCpe[];
}

/** What is known of a vulnerability without words. */
export type FamousFacts = Omit<FamousRecord, 'title' | 'text'>;

export interface FamousCve {
  /** The short name of the assigner. */
  readonly by: string;
  /** Reserved, published, last updated; some records have the last alone. */
  readonly dates: readonly [string, string, string] | readonly [string];
  readonly rejected?: string;
  readonly products: readonly FamousProduct[];
  readonly cwes?: readonly string[];
  /** `9.8 CVSS:3.1/AV:N/…`. */
  readonly scores?: readonly string[];
  readonly tags?: readonly string[];
  readonly references: readonly string[];
  readonly cisa?: FamousEnrichment;
}

/**
 * `8.5p1 <= 9.7p1 #custom` is a range with its type, `!2.442 < *` one that is not affected; `; !2.3.1; 2.4` changes within. What follows `= `
 * is a single text, whatever signs it has.
 */
export type FamousProduct = Omit<Product, 'versions'> & { readonly versions: readonly string[] };

/** What CISA added to the CVE record. */
export interface FamousEnrichment {
  /** Exploitation, automatable, technical impact. */
  readonly ssvc?: string;
  /** When it was added; with the last update, where nobody says. */
  readonly at?: string;
  readonly scores?: readonly string[];
  readonly cwes?: readonly string[];
  readonly kev?: string;
  readonly products?: readonly FamousProduct[];
}

/** Ecosystem and name, then a text for each range: `SEMVER: 0 < 1.2, 2.0 <= 2.4`, or `= 1.3 1.4` for single versions. */
export type FamousPackage = readonly [ecosystem: string, name: string, ...ranges: string[]];

interface Published {
  readonly id: string;
  readonly published: string;
  readonly modified: string;
  readonly withdrawn?: string;
  readonly vectors?: readonly string[];
  readonly packages: readonly FamousPackage[];
  readonly references?: readonly string[];
}

export interface FamousAdvisory extends Published {
  readonly severity: 'LOW' | 'MODERATE' | 'HIGH' | 'CRITICAL';
  readonly cwes?: readonly string[];
}

/** Some databases give no dates: then they are those of the CVE record. */
export interface FamousOsv extends Omit<Published, 'published' | 'modified'> {
  readonly published?: string;
  readonly modified?: string;
  /** It appears as it was written last, without a past, which saves whoever reads it a version. */
  readonly once?: boolean;
  readonly aliases?: readonly string[];
  readonly upstream?: readonly string[];
  readonly related?: readonly string[];
}

export interface FamousNvd {
  readonly status: NvdAnalysis['status'];
  readonly published: string;
  readonly modified: string;
  readonly scores?: readonly string[];
  readonly cwes?: readonly string[];
  readonly cpes?: readonly FamousCpe[];
  /** Whom NVD names as the source. */
  readonly by: string;
  /** Where there is no CVE record to take them from. */
  readonly references?: readonly string[];
}

/**
 * A CPE name without its last empty parts, and bounds behind it; or a list of parts that must all be there, each with its alternatives.
 */
export type FamousCpe = string | readonly (readonly string[])[];

export interface FamousKev {
  readonly vendor: string;
  readonly product: string;
  readonly added: string;
  readonly due: string;
  readonly ransomware?: boolean;
}

/** Every record is of this version of the format. */
export const DATA_VERSION: CveListing['dataVersion'] = '5.1';
