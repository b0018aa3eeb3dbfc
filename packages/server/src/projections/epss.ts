import type { EpssScores } from '../sources/epss/scores.ts';
import { clean } from './text.ts';

/** Scores of a day. Parallel lists: there are 365,000 of each. */
export interface EpssDay {
  readonly scoredOn: string;
  readonly model: string | null;
  /** All of the day, and not the score of one CVE that was asked for by itself. */
  readonly whole: boolean;
  readonly cveIds: readonly string[];
  /** In hundred-thousandths, as published: five decimals. */
  readonly scores: readonly number[];
  readonly percentiles: readonly number[];
}

export function epssDay({ scoreDate, modelVersion, whole, rows }: EpssScores): EpssDay {
  const cveIds: string[] = [];
  const scores: number[] = [];
  const percentiles: number[] = [];
  for (const { cve, score, percentile } of rows) {
    cveIds.push(cve);
    scores.push(units(score));
    percentiles.push(units(percentile));
  }
  return { scoredOn: scoreDate, model: modelVersion && clean(modelVersion, 40), whole, cveIds, scores, percentiles };
}

function units(share: number): number {
  return Math.round(share * 100_000);
}
