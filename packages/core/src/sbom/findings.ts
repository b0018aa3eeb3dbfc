import type { ComponentAdvice } from '../advice/model.ts';
import type { FindingDecision, RecordHash } from '../decisions/model.ts';
import type { PackageVerdict } from '../matching/decide/verdict.ts';
import type { Confidence } from '../ranges/model.ts';
import type { FindingSeverity } from './finding-severity.ts';
import type { Component } from './model.ts';

/** A vulnerability found in a component, with what every door needs to show or export it. */
export interface Finding {
  /** The CVE id, else the id that its records share. */
  readonly id: string;
  readonly aliases: readonly string[];
  readonly confidence: Confidence;
  /** `possible` is a match of low confidence; `fixed_by_patch` does not count as affected. */
  readonly status: 'affected' | 'possible' | 'fixed_by_patch';
  readonly severity: FindingSeverity | null;
  /** The CVSS score that the severity comes from; left out where it comes from a word, or is not told. */
  readonly score?: number | null | undefined;
  readonly title: string | null;
  /** In words; null where no record gives a range. */
  readonly affectedVersions: string | null;
  readonly fixedIn: string | null;
  /** Known to be exploited; left out where that is not known. */
  readonly kev?: boolean | undefined;
  /** The probability of exploitation, 0 to 1; null: no score; left out where that is not known. */
  readonly epss?: number | null | undefined;
  readonly sources: readonly string[];
  /** The records that support it, strongest first; left out where they are not told. */
  readonly records?: readonly RecordHash[] | undefined;
  /** The decision about it, if there is one. */
  readonly decision?: FindingDecision | undefined;
}

/** A component and what is known of it: what exports to VEX and SARIF are made from. */
export interface ExaminedComponent {
  readonly component: Component;
  readonly verdict: PackageVerdict;
  readonly verdictReason: string;
  readonly findings: readonly Finding[];
  /** How to fix it, if affected; null if not checked. */
  readonly advice?: ComponentAdvice | null | undefined;
}
