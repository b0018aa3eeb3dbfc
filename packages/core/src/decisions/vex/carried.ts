import type { Decision } from '../model.ts';
import { DecisionProblem } from '../problem.ts';
import { readDecision } from '../read-decision.ts';

/** The beginning of a line that carries a decision, in the notes of a VEX document of ours. */
const MARK = 'almanac-decision: ';

/**
 * A decision as a line of text. VEX has no members for an expiry and for the hashes of evidence, and the schemas of OpenVEX and CSAF allow
 * no others: the line is what makes a decision the same when it is read again.
 */
export function carriedDecision({
  place: _place,
  aliases,
  evidence,
  justification,
  versions,
  ...decision
}: Decision): string {
  return `${MARK}${JSON.stringify({
    ...decision,
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(versions.length === 0 ? {} : { versions }),
    ...(justification === null ? {} : { justification }),
    ...(evidence === null ? {} : { evidence }),
  })}`;
}

/** The decisions that the lines of a text carry; those that cannot be read are left out. */
export function decisionsCarried(text: string | null, place: string): Decision[] {
  if (text === null || !text.includes(MARK)) return [];
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith(MARK)) return [];
    try {
      return [readDecision(JSON.parse(line.slice(MARK.length)), place)];
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof DecisionProblem) return [];
      throw error;
    }
  });
}
