import type { PackageVerdict } from '../matching/decide/verdict.ts';

/** What VEX can say of a version here. A verdict cannot tell whether it was fixed or never affected. */
export type VexWord = 'affected' | 'not_affected' | 'under_investigation';

/** Null: nothing is said. Unknown is never `not_affected`. */
export function statusOf(verdict: PackageVerdict): VexWord | null {
  if (verdict === 'unknown') return 'under_investigation';
  return verdict === 'none_known' ? null : verdict;
}

export function actionSentence(fixedIn: string | null): string {
  return fixedIn === null ? 'No fixed version is known.' : `Fixed in ${fixedIn}.`;
}
