import type { Canonical } from './canonical.ts';
import type { Conflict, ConflictCode } from './conflict.ts';
import type { Evidence } from './evidence.ts';

/** What each field is worth; together 100. The age of the evidence is no part of it: coverage says that. */
export const QUALITY_WEIGHTS = {
  cveListRecord: 10,
  title: 5,
  description: 10,
  severity: 10,
  cvssVector: 10,
  cwes: 10,
  affectedPackages: 15,
  versionRanges: 15,
  fixedVersions: 10,
  references: 5,
} as const;
export type QualityField = keyof typeof QUALITY_WEIGHTS;

/** What a kind of conflict takes away, once, however often it occurs. Where sources name different fixes, no grade is A. */
export const CONFLICT_PENALTIES: Readonly<Record<ConflictCode, number>> = {
  STATE_DISAGREES: 15,
  RANGE_DISAGREES: 10,
  FIX_DISAGREES: 15,
  SEVERITY_DISAGREES: 5,
  SCORE_DISAGREES_WITH_VECTOR: 3,
  DATE_DISAGREES: 2,
  ALIAS_ONE_SIDED: 2,
};

export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';

/** The least score of each grade. */
export const GRADE_THRESHOLDS: readonly { readonly grade: Grade; readonly from: number }[] = [
  { grade: 'A', from: 90 },
  { grade: 'B', from: 75 },
  { grade: 'C', from: 60 },
  { grade: 'D', from: 40 },
  { grade: 'F', from: 0 },
];

/** `quality` of the dossier. */
export interface Quality {
  /** Completeness less what the conflicts take away, 0 to 100. */
  readonly score: number;
  readonly grade: Grade;
  /** 0 to 100. */
  readonly completeness: number;
  readonly missingFields: readonly QualityField[];
  readonly conflicts: readonly Conflict[];
}

/** How complete and how consistent the data are. An id whose record is not published, or no longer counts, has nothing to grade. */
export function qualityOf(evidence: Evidence, canonical: Canonical, conflicts: readonly Conflict[]): Quality {
  const present = presentFields(evidence, canonical);
  const fields = Object.keys(QUALITY_WEIGHTS) as QualityField[];
  const missingFields = fields.filter((field) => !present[field]);
  const lost = missingFields.reduce((sum, field) => sum + QUALITY_WEIGHTS[field], 0);
  const graded = canonical.availability === 'published' || canonical.availability === 'partial';
  const completeness = graded ? 100 - lost : 0;
  const codes = new Set(conflicts.map(({ code }) => code));
  const penalty = [...codes].reduce((sum, code) => sum + CONFLICT_PENALTIES[code], 0);
  const score = Math.max(0, completeness - penalty);
  return { score, grade: gradeOf(score), completeness, missingFields, conflicts };
}

/** The grade of a score. */
export function gradeOf(score: number): Grade {
  return GRADE_THRESHOLDS.find(({ from }) => score >= from)?.grade ?? 'F';
}

function presentFields({ facts, live, verdict }: Evidence, canonical: Canonical): Record<QualityField, boolean> {
  const { affectedPackages } = canonical;
  return {
    cveListRecord:
      facts.cveList !== null && (verdict.availability === 'published' || verdict.availability === 'rejected'),
    title: canonical.title !== null,
    description: canonical.description !== null,
    severity: canonical.severity !== null,
    cvssVector: canonical.cvssVector !== null,
    cwes: canonical.cwes.length > 0,
    affectedPackages: affectedPackages.length > 0,
    versionRanges: affectedPackages.some(({ ranges }) =>
      ranges.some(({ words, status }) => status !== 'unknown' && !words.startsWith('"')),
    ),
    fixedVersions: affectedPackages.some(({ fixedIn, fixCommits }) => fixedIn.length > 0 || fixCommits.length > 0),
    references: live.some(({ references }) => references.length > 0),
  };
}
