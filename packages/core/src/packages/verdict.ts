import type { Evaluation, Verdict } from '../ranges/model.ts';
import { overallVerdict } from '../ranges/overall.ts';

/** All that a verdict about a package is made from. */
export interface PackageFacts {
  /** Null: none was given, and then nothing can be said of it. */
  readonly version: string | null;
  /** Of the records that may hold for it. Those that surely do not need not stand here. */
  readonly evaluations: readonly Evaluation[];
  /** Whether all records were looked at, none having been cut off. */
  readonly complete: boolean;
  /**
   * Whether somebody can vouch for silence: a source in state `ok` covers the ecosystem and has records of the package, and
   * the question names the release where the ecosystem has releases.
   */
  readonly vouched: boolean;
}

/**
 * What an answer about a package comes to. `affected`: a range holds for the given version, and not with low confidence alone.
 * `not_affected`: a version was given, somebody vouches, every record was evaluated and none holds. All else is `unknown`:
 * what nobody knows is never clean.
 */
export function packageVerdict({ version, evaluations, complete, vouched }: PackageFacts): Verdict {
  if (version === null) return 'unknown';
  const said = overallVerdict(evaluations);
  if (said === 'affected') return 'affected';
  if (!complete || !vouched) return 'unknown';
  return evaluations.length === 0 ? 'not_affected' : said;
}
