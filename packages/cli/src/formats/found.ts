import { describeNext, describeTargetBriefly } from '@almanac/core/advice';
import { isSuppressed } from '@almanac/core/decisions';
import { decisionWords, type Finding, findingWords, lineOf } from '@almanac/core/sbom';
import { findingRank, NO_FINDING_RANK } from '@almanac/core/scan';
import type { ScanResult } from '../scan/result.ts';
import type { ScanRow } from '../scan/rows.ts';

export interface FoundLine {
  readonly row: ScanRow;
  readonly finding: Finding;
}

export type FoundState = 'affected' | 'possible' | 'patched' | 'suppressed';

export function stateOfFound({ finding }: FoundLine): FoundState {
  if (finding.status === 'fixed_by_patch') return 'patched';
  return isSuppressed(finding) ? 'suppressed' : finding.status;
}

export function targetWords(line: FoundLine): string {
  return stateOfFound(line) === 'affected' ? describeTargetBriefly(line.row.advice) : '';
}

const ORDER: readonly FoundState[] = ['affected', 'possible', 'patched', 'suppressed'];

/** Certain findings first, then possible ones, each by severity. */
export function foundLines(rows: readonly ScanRow[]): FoundLine[] {
  const lines = rows.flatMap((row) => row.findings.map((finding): FoundLine => ({ row, finding })));
  return lines.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(line: FoundLine): number {
  return NO_FINDING_RANK * ORDER.indexOf(stateOfFound(line)) + findingRank(line.finding);
}

export function severityWords(line: FoundLine): string {
  const { severity, kev } = line.finding;
  const words = `${severity ?? 'not rated'}${kev === true ? ', exploited' : ''}`;
  const state = stateOfFound(line);
  return state === 'affected' ? words : `${words}, ${state}`;
}

export function packageWords({ component: { name, version } }: ScanRow): string {
  return version === null ? name : `${name} ${version}`;
}

export function wordsOfFound(line: FoundLine): string {
  const { finding } = line;
  const { decision } = finding;
  const state = stateOfFound(line);
  const action = state === 'affected' ? [describeNext(line.row.advice)] : [];
  const decided = decision === undefined ? [] : [decisionWords(decision)];
  return [findingWords(finding), ...action, ...decided].join(' ');
}

/** Null if the file does not give line numbers. */
export function lineOfRow({ files }: ScanResult, { file, component }: ScanRow): number | null {
  return lineOf(component, files.find(({ path }) => path === file)?.reading.file?.lines);
}
