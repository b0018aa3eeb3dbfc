import { isSuppressed } from '@almanac/core/decisions';
import type { PackageVerdict } from '@almanac/core/matching';
import type { Component, ExaminedComponent } from '@almanac/core/sbom';
import { PENDING_OUTCOME, type ScanOutcome, unaskedOutcome } from '@almanac/core/scan';
import { isNothingOfOthers } from './own-code.ts';
import type { GivenFile } from './read-files.ts';

/** A component, or something else that could not be checked, with its outcome. */
export interface ScanRow extends ScanOutcome {
  readonly file: string;
  readonly component: Component;
  /** The purl sent, if any. */
  readonly ask: string | null;
}

/** Unreadable files and entries that cannot be asked about are rows, too: left out, they would read as clean. */
export function rowsOf(files: readonly GivenFile[], outcomes: ReadonlyMap<string, ScanOutcome>): ScanRow[] {
  return files.flatMap(({ path, reading }) => {
    if (reading.file === null) return [unknownRow(path, { name: path, place: path }, reading.problem)];
    const { entries, skipped } = reading.file;
    const rows = entries.map((entry): ScanRow => {
      const outcome = entry.ask === null ? unaskedOutcome(entry) : (outcomes.get(entry.ask) ?? PENDING_OUTCOME);
      const { verdict, reason, unknownReasons, findings, more, advice } = outcome;
      return {
        file: path,
        component: entry.component,
        ask: entry.ask,
        verdict,
        reason,
        unknownReasons,
        findings,
        more,
        advice,
      };
    });
    const others = skipped
      .filter(({ reason }) => !isNothingOfOthers(reason))
      .map(({ name, place, reason }) => unknownRow(path, { name: name ?? place, place }, reason));
    return [...rows, ...others];
  });
}

function unknownRow(file: string, { name, place }: { name: string; place: string }, reason: string): ScanRow {
  const component: Component = { name, version: null, purl: null, ref: null, direct: null, dev: null, place };
  return {
    file,
    component,
    ask: null,
    verdict: 'unknown',
    reason,
    unknownReasons: ['unreadable'],
    findings: [],
    more: 0,
    advice: null,
  };
}

export function examined({ component, verdict, reason, findings, advice }: ScanRow): ExaminedComponent {
  return { component, verdict, verdictReason: reason, findings, advice };
}

export interface Counts {
  readonly seen: number;
  readonly affected: number;
  readonly notAffected: number;
  readonly noneKnown: number;
  readonly unknown: number;
  /** Not among the components above. */
  readonly suppressedFindings: number;
}

export function countsOf(rows: readonly ScanRow[]): Counts {
  const of = (verdict: PackageVerdict) => rows.filter((row) => row.verdict === verdict).length;
  return {
    seen: rows.length,
    affected: of('affected'),
    notAffected: of('not_affected'),
    noneKnown: of('none_known'),
    unknown: of('unknown'),
    suppressedFindings: rows.reduce((sum, { findings }) => sum + findings.filter(isSuppressed).length, 0),
  };
}
