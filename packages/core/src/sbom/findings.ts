import type { PackageVerdict } from '../matching/verdict.ts';
import type { Confidence } from '../ranges/model.ts';
import type { Component } from './model.ts';

/** A vulnerability found in a component, with what every door needs to show or export it. */
export interface Finding {
  /** The CVE id, else the id that its records share. */
  readonly id: string;
  readonly aliases: readonly string[];
  readonly confidence: Confidence;
  /** `possible` is a match of low confidence; `fixed_by_patch` does not count as affected. */
  readonly status: 'affected' | 'possible' | 'fixed_by_patch';
  readonly severity: 'critical' | 'high' | 'medium' | 'low' | null;
  readonly title: string | null;
  /** In words; null where no record gives a range. */
  readonly affectedVersions: string | null;
  readonly fixedIn: string | null;
  readonly sources: readonly string[];
}

/** A component and what is known of it: what exports to VEX and SARIF are made from. */
export interface ExaminedComponent {
  readonly component: Component;
  readonly verdict: PackageVerdict;
  readonly verdictReason: string;
  readonly findings: readonly Finding[];
}
