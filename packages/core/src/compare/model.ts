/** Scanners that write a report that is read. */
export type Scanner = 'grype' | 'trivy' | 'osv-scanner';

/** A package as a report names it. */
export interface ReportedPackage {
  readonly name: string;
  readonly version: string | null;
  /** Null where the report gives none, and none follows from what it gives. */
  readonly purl: string | null;
}

/** A vulnerability that a scanner found in a package. */
export interface ReportedFinding {
  readonly package: ReportedPackage;
  /** All ids that the report joins, the one that it leads with first. */
  readonly ids: readonly string[];
  /** Why the scanner itself does not count it; null where it does. */
  readonly ignored: string | null;
}

/** The report of another scanner. */
export interface ScannerReport {
  readonly scanner: Scanner;
  /** As the report says; null where it does not. */
  readonly version: string | null;
  readonly findings: readonly ReportedFinding[];
  /** Every package that the report names, with findings or without. */
  readonly packages: readonly ReportedPackage[];
  /** How many entries could not be read. */
  readonly unreadable: number;
}

export type ReportReading =
  | { readonly report: ScannerReport; readonly problem: null }
  | { readonly report: null; readonly problem: string };

/** What is read of a report at most. */
export const REPORT_LIMITS = { findings: 50_000, packages: 50_000, ids: 50, text: 4_096 } as const;
