import { CONFLICT_CODES, type ConflictCode } from '../dossier/conflict.ts';
import { GRADE_THRESHOLDS, type Grade, gradeOf, QUALITY_WEIGHTS, type QualityField } from '../dossier/quality.ts';
import { compareText } from '../ids/order.ts';

/** So many CVEs of a year and an assigner have this score. */
export interface GradedCves {
  readonly year: number | null;
  readonly assigner: string | null;
  readonly score: number;
  readonly count: number;
}

export interface GradeFigures {
  readonly total: number;
  /** To a tenth; null of none. */
  readonly averageScore: number | null;
  readonly grades: Readonly<Record<Grade, number>>;
}

export interface QualityFigures extends GradeFigures {
  /** Ten of ten, the last with the full score: 90 to 100. */
  readonly scores: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly missingFields: Readonly<Record<QualityField, number>>;
  readonly conflicts: Readonly<Record<ConflictCode, number>>;
  /** Newest first; those that nobody dates last. */
  readonly byYear: readonly (GradeFigures & { readonly year: number | null })[];
  /** Most CVEs first. */
  readonly byAssigner: readonly (GradeFigures & { readonly assigner: string | null })[];
  /** Assigners beyond the first thousand. */
  readonly assignersLeftOut: number;
}

const MAX_ASSIGNERS = 1_000;

/** The distribution of quality over all CVEs. */
export function qualityFigures(
  graded: readonly GradedCves[],
  missing: readonly { readonly name: QualityField; readonly count: number }[],
  conflicts: readonly { readonly name: ConflictCode; readonly count: number }[],
): QualityFigures {
  const byYear = [...Map.groupBy(graded, ({ year }) => year)]
    .map(([year, rows]) => Object.assign({ year }, gradeFigures(rows)))
    .sort((a, b) => (b.year ?? 0) - (a.year ?? 0));
  const byAssigner = [...Map.groupBy(graded, ({ assigner }) => assigner)]
    .map(([assigner, rows]) => Object.assign({ assigner }, gradeFigures(rows)))
    .sort((a, b) => b.total - a.total || compareText(a.assigner ?? '', b.assigner ?? ''));
  return {
    ...gradeFigures(graded),
    scores: tens(graded),
    missingFields: counts(Object.keys(QUALITY_WEIGHTS) as QualityField[], missing),
    conflicts: counts(CONFLICT_CODES, conflicts),
    byYear,
    byAssigner: byAssigner.slice(0, MAX_ASSIGNERS),
    assignersLeftOut: Math.max(0, byAssigner.length - MAX_ASSIGNERS),
  };
}

function gradeFigures(rows: readonly GradedCves[]): GradeFigures {
  const grades = Object.fromEntries(GRADE_THRESHOLDS.map(({ grade }) => [grade, 0])) as Record<Grade, number>;
  let total = 0;
  let sum = 0;
  for (const { score, count } of rows) {
    grades[gradeOf(score)] += count;
    total += count;
    sum += score * count;
  }
  return { total, averageScore: total === 0 ? null : Math.round((sum / total) * 10) / 10, grades };
}

function tens(rows: readonly GradedCves[]): QualityFigures['scores'] {
  const counted = Array.from({ length: 10 }, (_, at) => ({
    from: at * 10,
    to: at === 9 ? 100 : at * 10 + 9,
    count: 0,
  }));
  for (const { score, count } of rows) {
    const ten = counted[Math.min(9, Math.floor(score / 10))];
    if (ten !== undefined) ten.count += count;
  }
  return counted;
}

function counts<Name extends string>(
  names: readonly Name[],
  counted: readonly { readonly name: Name; readonly count: number }[],
): Record<Name, number> {
  const found = new Map(counted.map(({ name, count }) => [name, count]));
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0])) as Record<Name, number>;
}
