import type { UnknownReason, VerdictAnswer } from '../matching/decide/verdict.ts';
import type { NameSuggestion } from './suggest.ts';

interface NamedVerdict extends VerdictAnswer {
  readonly suggestions?: readonly NameSuggestion[];
}

const NOT_CARRIED = 'nixpkgs has no package of this name, and no ecosystem was given.';
/** Beside these the name is the problem; other reasons have sentences of their own. */
const ABOUT_THE_NAME: readonly UnknownReason[] = ['version_missing', 'package_unknown'];

/**
 * The verdict on a bare name. `suggestions` is null where the collection has it. Where it has not, nothing tells which software is meant,
 * and that no record was found does not make it clean.
 */
export function verdictUnderName(
  suggestions: readonly NameSuggestion[] | null,
  { verdict, verdictReason, unknownReasons }: VerdictAnswer,
): NamedVerdict {
  if (suggestions === null || verdict === 'affected' || verdict === 'not_affected') {
    return { verdict, verdictReason, unknownReasons };
  }
  const isAboutTheName = unknownReasons.every((reason) => ABOUT_THE_NAME.includes(reason));
  return {
    verdict: 'unknown',
    verdictReason: isAboutTheName ? NOT_CARRIED : verdictReason,
    unknownReasons: unknownReasons.length === 0 ? ['package_unknown'] : unknownReasons,
    suggestions,
  };
}
