import type { PackageVerdict } from '@almanac/core/matching';
import type { Component } from '@almanac/core/sbom';
import { outcomeRank, type ScanOutcome } from '@almanac/core/scan';

export interface Row {
  readonly file: string;
  /** Numbered across all files. */
  readonly place: number;
  readonly component: Component;
  /** The purl that was sent; null if none was. */
  readonly ask: string | null;
  readonly outcome: ScanOutcome;
}

export type VerdictFilter = PackageVerdict | 'all';
export type SortBy = 'severity' | 'name' | 'place';

export interface Selection {
  readonly shown: VerdictFilter;
  readonly directOnly: boolean;
  readonly hideDev: boolean;
  readonly words: string;
  readonly sort: SortBy;
}

/** Filters and sorts rows. The filters for direct and development dependencies only apply to files that tell. */
export function selectRows(rows: readonly Row[], selection: Selection): Row[] {
  const words = selection.words.trim().toLowerCase();
  const chosen = rows.filter(({ component: { name, direct, dev, purl }, outcome: { verdict } }) => {
    if (selection.shown !== 'all' && verdict !== selection.shown) return false;
    if (selection.directOnly && direct === false) return false;
    if (selection.hideDev && dev === true) return false;
    return words === '' || name.toLowerCase().includes(words) || (purl ?? '').toLowerCase().includes(words);
  });
  return chosen.sort(ORDERS[selection.sort]);
}

const ORDERS: Readonly<Record<SortBy, (a: Row, b: Row) => number>> = {
  severity: worstFirst,
  name: (a, b) => collator.compare(a.component.name, b.component.name) || a.place - b.place,
  place: (a, b) => a.place - b.place,
};

function worstFirst(a: Row, b: Row): number {
  return outcomeRank(a.outcome) - outcomeRank(b.outcome) || a.place - b.place;
}

const collator = new Intl.Collator('en', { numeric: true });

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
