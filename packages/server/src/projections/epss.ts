import type { EpssScores } from '../sources/epss/scores.ts';
import { clean } from './text.ts';

/** Parallel lists, because there are 365,000 of each. */
export interface EpssDay {
  readonly scoredOn: string;
  readonly model: string | null;
  /** False for the score of a single CVE. */
  readonly whole: boolean;
  readonly cveIds: readonly string[];
  /** In hundred-thousandths: published scores have five decimals. */
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
