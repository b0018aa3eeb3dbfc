import type { PullFixes } from '@almanac/contract';
import { counted } from '../output/words.ts';
import { type Gap, gapsOf } from '../scan/gaps.ts';
import type { PullAction, PullAnswer } from './pull.ts';

/** Counts findings at or above the threshold; with `fix`, only those to fix by hand. */
export function reachedIn(action: PullAction, data: PullFixes, failOn: 'error' | 'warning'): number {
  const counts = data.findings.map(({ severity }) => failOn === 'warning' || severity === 'error');
  if (action === 'validate') return counts.filter(Boolean).length;
  return data.fixes.filter((fix, i) => counts[i] === true && isByHand(fix)).length;
}

export function isByHand({ diff, suggests }: PullFixes['fixes'][number]): boolean {
  return diff === null && suggests.length === 0;
}

/** Removed packages have no version to check, and a change without packages needs no check. */
export function pullGaps({ data, ...coverage }: PullAnswer): Gap[] {
  const rows = data.packages
    .filter(({ change }) => change !== 'deleted')
    .map(({ verdict }) => ({ verdict, unknownReasons: verdict === 'unknown' ? (['not_covered'] as const) : [] }));
  if (rows.length === 0) return [];
  const cut: Gap = {
    words: `the change exceeds the limit of one request: ${counted(data.lookedUp, 'package')} looked up`,
    reasons: ['limit_reached'],
    components: 0,
  };
  return [...gapsOf(rows, coverage, { asksCollection: true, files: data.files }), ...(data.truncated ? [cut] : [])];
}
