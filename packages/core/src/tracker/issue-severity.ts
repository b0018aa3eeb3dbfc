import { RATINGS, type Rating } from '../scores/rating.ts';

export type IssueRating = Exclude<Rating, 'none'>;

export interface IssueSeverity {
  readonly severity: IssueRating | 'unknown';
  /** Who says so. */
  readonly source: 'labels' | 'cves' | 'none';
}

/** The labels' word; where they are silent, the worst rating of the CVEs. A CVE rated with a score of 0 counts as low. */
export function issueSeverity(label: IssueRating | null, ratings: readonly (Rating | null)[]): IssueSeverity {
  if (label !== null) return { severity: label, source: 'labels' };
  const worst = RATINGS.find((rating) => ratings.includes(rating));
  if (worst === undefined) return { severity: 'unknown', source: 'none' };
  return { severity: worst === 'none' ? 'low' : worst, source: 'cves' };
}
