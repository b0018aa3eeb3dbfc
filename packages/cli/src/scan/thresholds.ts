import type { Finding } from '@almanac/core/sbom';
import type { KnownExploitation } from '@almanac/core/scan';
import type { ScanRow } from './rows.ts';

export type Threshold =
  | { readonly kind: 'severity'; readonly least: Severity }
  | { readonly kind: 'kev' }
  | { readonly kind: 'epss'; readonly least: number };

type Severity = NonNullable<Finding['severity']>;

/** Worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];

/** Parses `high`, `kev` or `epss=0.1`; null for anything else. */
export function readThreshold(text: string): Threshold | null {
  const word = text.trim().toLowerCase();
  const severity = SEVERITIES.find((each) => each === word);
  if (severity !== undefined) return { kind: 'severity', least: severity };
  if (word === 'kev') return { kind: 'kev' };
  const [, written] = /^epss=([01]|0?\.\d{1,6}|1\.0{1,6})$/.exec(word) ?? [];
  return written === undefined ? null : { kind: 'epss', least: Number(written) };
}

/** Formats a threshold as in `--fail-on`. */
export function thresholdWords(threshold: Threshold): string {
  if (threshold.kind === 'kev') return 'kev';
  return threshold.kind === 'severity' ? threshold.least : `epss=${threshold.least}`;
}

export interface Reached {
  readonly reached: number;
  /** Reasons why some findings could not be compared. */
  readonly undecided: readonly string[];
}

/** Only certain findings count. Without a threshold, anything affected does. */
export function holdAgainst(
  rows: readonly ScanRow[],
  thresholds: readonly Threshold[],
  exploitation: ReadonlyMap<string, KnownExploitation>,
): Reached {
  const affected = rows.filter(({ verdict }) => verdict === 'affected');
  if (thresholds.length === 0) return { reached: affected.length, undecided: [] };
  let reached = 0;
  const doubts = { rating: 0, exploitation: 0, left: 0 };
  for (const { findings, more } of affected) {
    doubts.left += more;
    for (const finding of findings) {
      if (finding.status !== 'affected' || finding.decision?.state === 'suppressed') continue;
      const answers = thresholds.map((threshold) => reaches(finding, threshold, exploitation.get(finding.id)));
      if (answers.includes(true)) reached += 1;
      else {
        thresholds.forEach(({ kind }, i) => {
          if (answers[i] === null) doubts[kind === 'severity' ? 'rating' : 'exploitation'] += 1;
        });
      }
    }
  }
  return { reached, undecided: wordsOf(doubts) };
}

/** Null: unknown. */
function reaches(finding: Finding, threshold: Threshold, known: KnownExploitation | undefined): boolean | null {
  if (threshold.kind === 'severity') {
    if (finding.severity === null) return null;
    return SEVERITIES.indexOf(finding.severity) <= SEVERITIES.indexOf(threshold.least);
  }
  // KEV and EPSS list only CVEs.
  if (!isCve(finding.id)) return false;
  if (known === undefined) return null;
  if (threshold.kind === 'kev') return known.kev;
  return known.epssKnown ? (known.epss ?? 0) >= threshold.least : null;
}

export function isCve(id: string): boolean {
  return id.startsWith('CVE-');
}

function wordsOf({ rating, exploitation, left }: { rating: number; exploitation: number; left: number }): string[] {
  return [
    ...(rating === 0 ? [] : [`${rating} of the findings ${rating === 1 ? 'is' : 'are'} not rated`]),
    ...(exploitation === 0 ? [] : [`exploitation is unknown for ${exploitation} of the findings`]),
    ...(left === 0 ? [] : [`${left} more findings not included in the response`]),
  ];
}
