import { severityRank } from '../scores/rating.ts';
import { type Behind, behind } from './behind.ts';
import type { HealthFacts, OpenVulnerability } from './facts.ts';

/** What each part counts for, in hundredths. */
export const HEALTH_WEIGHTS = {
  vulnerabilities: 40,
  versionBehind: 20,
  timeToFix: 15,
  lastUpdate: 15,
  maintainers: 10,
} as const;
export type HealthPart = keyof typeof HEALTH_WEIGHTS;

/** What an open vulnerability takes off, and by how much more where it is exploited. */
export const VULNERABILITY_POINTS = { critical: 40, high: 25, medium: 10, low: 4, none: 0, unknown: 10 } as const;
export const KEV_FACTOR = 2;
export const EPSS_FACTOR = 1.5;
export const EPSS_FROM = 0.1;

/** Points up to so many days, the first that fits; more days give none. */
export const FIX_DAYS_POINTS = [
  [7, 100],
  [30, 80],
  [90, 50],
  [180, 25],
] as const;
export const UPDATE_DAYS_POINTS = [
  [90, 100],
  [365, 80],
  [730, 50],
  [1_095, 25],
] as const;
export const BEHIND_POINTS: Readonly<Record<Behind, number>> = { none: 100, patch: 80, minor: 50, major: 20 };
/** By how many there are; more are as good as the last. */
export const MAINTAINER_POINTS = [0, 60, 85, 100] as const;
/** A median of fewer fixes is chance. */
export const LEAST_OWN_FIXED = 3;

/** 0 to 100; null where what is needed is not known. What it can be at best is known then, too. */
export interface PartScore {
  readonly score: number | null;
  readonly atBest: number;
}

export interface HealthScore {
  /** What is known to be good earns points, what is not known earns none. */
  readonly score: number;
  /** If all that is not known were as good as it can be. */
  readonly atBest: number;
  /** The share of the weights whose part is known. */
  readonly known: number;
  readonly parts: Readonly<Record<HealthPart, PartScore>>;
}

export function healthScore(facts: HealthFacts): HealthScore {
  const parts: Readonly<Record<HealthPart, PartScore>> = {
    vulnerabilities: vulnerabilities(facts.vulnerabilities),
    versionBehind: versionBehind(facts.version),
    timeToFix: timeToFix(facts.timeToFix),
    lastUpdate: lastUpdate(facts.lastUpdate),
    maintainers: maintainers(facts.maintainers),
  };
  const names = Object.keys(parts) as HealthPart[];
  const sum = (of: (part: PartScore) => number) =>
    names.reduce((total, name) => total + HEALTH_WEIGHTS[name] * of(parts[name]), 0) / 100;
  return {
    score: tenth(sum(({ score }) => score ?? 0)),
    atBest: tenth(sum(({ atBest }) => atBest)),
    known: Math.round(sum(({ score }) => (score === null ? 0 : 100))) / 100,
    parts,
  };
}

/** What one open vulnerability takes off. */
export function vulnerabilityPoints({ severity, epss, kev }: Omit<OpenVulnerability, 'id' | 'basis' | 'by'>): number {
  const factor = kev ? KEV_FACTOR : epss !== null && epss >= EPSS_FROM ? EPSS_FACTOR : 1;
  return VULNERABILITY_POINTS[severity ?? 'unknown'] * factor;
}

/** The worst first: what takes off most, then by severity and id. */
export function worstFirst(a: OpenVulnerability, b: OpenVulnerability): number {
  return (
    vulnerabilityPoints(b) - vulnerabilityPoints(a) ||
    severityRank(a.severity) - severityRank(b.severity) ||
    (a.id < b.id ? -1 : 1)
  );
}

function vulnerabilities({ open, undecided, judged }: HealthFacts['vulnerabilities']): PartScore {
  const left = Math.max(0, 100 - open.reduce((sum, one) => sum + vulnerabilityPoints(one), 0));
  return judged && undecided === 0 ? sure(left) : { score: left === 0 ? 0 : null, atBest: left };
}

function versionBehind({ version, newest }: HealthFacts['version']): PartScore {
  if (version === null || newest === null) return UNKNOWN;
  const distance = behind(version, newest.version);
  if (distance === null) return UNKNOWN;
  // Only the aggregator knows what is newest; others may name something newer, and prove nothing when they do not.
  return distance === 'none' && newest.by !== 'repology' ? UNKNOWN : sure(BEHIND_POINTS[distance]);
}

function timeToFix({ fixed, medianDays, watchedDays }: HealthFacts['timeToFix']): PartScore {
  if (fixed < LEAST_OWN_FIXED) return UNKNOWN;
  return byDays(FIX_DAYS_POINTS, medianDays, watchedDays);
}

function lastUpdate({ days, unchangedDays }: HealthFacts['lastUpdate']): PartScore {
  return unchangedDays === null && days === null ? UNKNOWN : byDays(UPDATE_DAYS_POINTS, days, unchangedDays ?? 0);
}

/** Of what is only known to be longer than that, the best it can be. */
function byDays(points: readonly (readonly [number, number])[], days: number | null, atLeast: number): PartScore {
  const of = (given: number) => points.find(([most]) => given <= most)?.[1] ?? 0;
  if (days !== null) return sure(of(days));
  return of(atLeast) === 0 ? sure(0) : { score: null, atBest: of(atLeast) };
}

function maintainers(count: number | null): PartScore {
  return count === null ? UNKNOWN : sure(MAINTAINER_POINTS[Math.min(count, MAINTAINER_POINTS.length - 1)] ?? 0);
}

const UNKNOWN: PartScore = { score: null, atBest: 100 };

function sure(score: number): PartScore {
  return { score, atBest: score };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
