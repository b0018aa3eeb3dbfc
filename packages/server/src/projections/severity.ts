import { type CvssVersion, chooseSeverity, type Rating, type SeverityClaim } from '@almanac/core/scores';

export interface SeverityColumns {
  readonly severity: Rating | null;
  readonly score: number | null;
  readonly vector: string | null;
  readonly cvss_version: CvssVersion | null;
}

export const SEVERITY_COLUMNS = {
  severity: 'text or null',
  score: 'real or null',
  vector: 'text or null',
  cvss_version: 'text or null',
} as const satisfies Record<keyof SeverityColumns, string>;

export function severityColumns(claims: readonly SeverityClaim[]): SeverityColumns {
  const chosen = chooseSeverity(claims);
  if (chosen === null) return { severity: null, score: null, vector: null, cvss_version: null };
  return { severity: chosen.rating, score: chosen.score, vector: chosen.vector, cvss_version: chosen.version };
}
