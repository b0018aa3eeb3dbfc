/** The qualitative ratings, worst first. `none` is a score of 0, not the absence of a score. */
export const RATINGS = ['critical', 'high', 'medium', 'low', 'none'] as const;
export type Rating = (typeof RATINGS)[number];

/** Its place, worst first; what nobody has rated comes last. */
export function severityRank(severity: Rating | null): number {
  return severity === null ? RATINGS.length : RATINGS.indexOf(severity);
}

/** Formats a severity with its score: `high 7.5`, `low` without a score, `not rated`. */
export function formatRating(severity: Rating | null, score: number | null): string {
  return severity === null ? 'not rated' : [severity, score ?? []].flat().join(' ');
}

export type CvssVersion = '2.0' | '3.0' | '3.1' | '4.0';

/** The rating of a score. CVSS v2 has neither `critical` nor `none`: NVD's bands for it are low, medium and high. */
export function toRating(score: number, version: CvssVersion): Rating {
  if (version === '2.0') return score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'none';
}

/** The rating a source says in a word, in whatever words it has; null when the word rates nothing. */
export function ratingOfWord(word: string): Rating | null {
  return WORDS.get(word.trim().toLowerCase()) ?? null;
}

const WORDS: ReadonlyMap<string, Rating> = new Map([
  ['critical', 'critical'],
  ['high', 'high'],
  ['important', 'high'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['low', 'low'],
  ['minor', 'low'],
  // Ubuntu's and Debian's word for flaws that are not worth an update of their own.
  ['negligible', 'low'],
  ['unimportant', 'low'],
  ['none', 'none'],
]);
