import type { Confidence } from '../../src/ranges/model.ts';
import type { Case } from './cases.ts';

/** What matching said about a case: the confidence of its match, null where it has none that counts as affected. */
export interface Judged {
  readonly case: Case;
  readonly confidence: Confidence | null;
  /** What a reader needs to understand a miss. */
  readonly because: string;
}

export interface Rate {
  readonly right: number;
  readonly of: number;
  readonly rate: number;
  /** Wilson's interval of 95 %. */
  readonly from: number;
  readonly to: number;
}

export interface Score {
  /** Of the matches of that confidence, those that are true. */
  readonly precision: Readonly<Record<'high' | 'medium', Rate>>;
  /** Of the affected, those with a match of high or medium confidence. */
  readonly recall: Rate;
  readonly falseMatches: readonly Judged[];
  readonly missed: readonly Judged[];
}

export function scoreOf(judged: readonly Judged[]): Score {
  const isTrue = ({ case: { is } }: Judged) => is === 'affected';
  const precision = (confidence: Confidence) => {
    const matches = judged.filter((each) => each.confidence === confidence);
    return rate(matches.filter(isTrue).length, matches.length);
  };
  const counts = ({ confidence }: Judged) => confidence === 'high' || confidence === 'medium';
  const affected = judged.filter(isTrue);
  return {
    precision: { high: precision('high'), medium: precision('medium') },
    recall: rate(affected.filter(counts).length, affected.length),
    falseMatches: judged.filter((each) => counts(each) && !isTrue(each)),
    missed: affected.filter((each) => !counts(each)),
  };
}

/** https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval */
export function rate(right: number, of: number): Rate {
  if (of === 0) return { right, of, rate: Number.NaN, from: 0, to: 1 };
  const z = 1.959964;
  const p = right / of;
  const middle = (p + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((p * (1 - p)) / of + z ** 2 / (4 * of ** 2));
  return { right, of, rate: p, from: Math.max(0, middle - half), to: Math.min(1, middle + half) };
}

export function inWords({ right, of, rate: p, from, to }: Rate): string {
  return `${right} of ${of} = ${p.toFixed(4)} (${from.toFixed(4)} to ${to.toFixed(4)})`;
}
