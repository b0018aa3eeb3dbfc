import type { PullFixes } from '@almanac/contract';
import { counted } from '../output/words.ts';
import { type Gap, gapsOf } from '../scan/gaps.ts';
import type { PullAction, PullAnswer } from './pull.ts';

/** Findings at or above the threshold; of fixes those that somebody has to fix by hand. */
export function reachedIn(action: PullAction, data: PullFixes, failOn: 'error' | 'warning'): number {
  const counts = data.findings.map(({ severity }) => failOn === 'warning' || severity === 'error');
  if (action === 'validate') return counts.filter(Boolean).length;
  return data.fixes.filter((fix, i) => counts[i] === true && isByHand(fix)).length;
}

/** Whether neither a diff nor a suggested text fixes it. */
export function isByHand({ diff, suggests }: PullFixes['fixes'][number]): boolean {
  return diff === null && suggests.length === 0;
}

/** Why not everything could be checked. A package that is taken out has no version to check; a change without packages has nothing. */
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
