import type { CveListing, NvdAnalysis, Product } from '../world/vulnerability.ts';

/**
 * Short form of the upstreams' records. Ids, dates, versions, scores, weaknesses and URLs are real; title and text are
 * ours. A missing member means that we don't know, not that the upstream has none.
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
  /** Score and percentile of the first and second known day, or of the second only. */
  readonly epss?: readonly [number, number, number, number] | readonly [number, number];
  /** Earlier scores, each until the next: `2023-03-07 0.97, 2023-03-21 0.975`. No source has their percentiles. */
  readonly weekly?: string;
  readonly metasploit?: { readonly path: string; readonly disclosed?: string };
  readonly nuclei?: { readonly severity: string; readonly score: string };
  /** Exploit-DB number. */
  readonly exploitdb?: number;
  /** Anchore's additions to NVD's record. */
  readonly nvdOverride?: readonly FamousCpe[];
}

export type FamousFacts = Omit<FamousRecord, 'title' | 'text'>;

export interface FamousCve {
  readonly by: string;
  /** Reserved, published, last updated; some records only have the last. */
  readonly dates: readonly [string, string, string] | readonly [string];
  readonly rejected?: string;
  readonly products: readonly FamousProduct[];
  readonly cwes?: readonly string[];
  /** `9.8 CVSS:3.1/AV:N/…` */
  readonly scores?: readonly string[];
  readonly tags?: readonly string[];
  readonly references: readonly string[];
  readonly cisa?: FamousEnrichment;
}

/**
 * `8.5p1 <= 9.7p1 #custom` is a range with its type, `!2.442 < *` an unaffected one; `; !2.3.1; 2.4` are changes
 * within. After `= ` comes a single literal version.
 */
export type FamousProduct = Omit<Product, 'versions'> & { readonly versions: readonly string[] };

export interface FamousEnrichment {
  /** Exploitation, automatable, technical impact. */
  readonly ssvc?: string;
  /** When CISA added it; the last update if unknown. */
  readonly at?: string;
  readonly scores?: readonly string[];
  readonly cwes?: readonly string[];
  readonly kev?: string;
  readonly products?: readonly FamousProduct[];
}

/** Ecosystem, name and one text per range: `SEMVER: 0 < 1.2, 2.0 <= 2.4`, or `= 1.3 1.4` for single versions. */
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

/** Without dates, the CVE record's are used. */
export interface FamousOsv extends Omit<Published, 'published' | 'modified'> {
  readonly published?: string;
  readonly modified?: string;
  /** Has only its last version, which saves readers the history. */
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
  /** NVD's source. */
  readonly by: string;
  /** Only if there is no CVE record to take them from. */
  readonly references?: readonly string[];
}

/** A CPE name without empty trailing parts, followed by bounds; or a list of required parts, each with alternatives. */
export type FamousCpe = string | readonly (readonly string[])[];

export interface FamousKev {
  readonly vendor: string;
  readonly product: string;
  readonly added: string;
  readonly due: string;
  readonly ransomware?: boolean;
}

export const DATA_VERSION: CveListing['dataVersion'] = '5.1';
