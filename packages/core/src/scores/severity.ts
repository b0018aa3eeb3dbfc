import { compareText } from '../ids/order.ts';
import { readCvss } from './cvss.ts';
import { type CvssVersion, RATINGS, type Rating, ratingOf, ratingOfWord } from './rating.ts';

/**
 * Who rated it, most trusted first: whoever assigned the id, CISA's enrichment, an advisory a person reviewed,
 * NVD, an OSV record, a distribution's word, and any other word.
 */
export const SEVERITY_ORIGINS = ['cna', 'adp', 'reviewed_advisory', 'nvd', 'osv', 'distribution', 'word'] as const;
export type SeverityOrigin = (typeof SEVERITY_ORIGINS)[number];

/** One severity as one source says it. Any of vector, score and word may be missing. */
export interface SeverityClaim {
  readonly origin: SeverityOrigin;
  /** The source id, such as `cve_list_v5`. */
  readonly source: string;
  readonly vector?: string | null;
  readonly score?: number | null;
  readonly word?: string | null;
}

/** A claim read: what was published and what its vector gives. */
export interface SeverityValue {
  readonly origin: SeverityOrigin;
  readonly source: string;
  readonly version: CvssVersion | null;
  readonly vector: string | null;
  readonly publishedScore: number | null;
  /** What the vector gives: its base score, or its full score where that is the figure published. */
  readonly computedScore: number | null;
  /** The published score where there is one: it is never corrected silently. */
  readonly score: number | null;
  readonly rating: Rating;
}

export interface SeverityConflict {
  readonly code: 'SEVERITY_DISAGREES' | 'SCORE_DISAGREES_WITH_VECTOR';
  readonly values: readonly { readonly source: string; readonly value: string }[];
}

export interface ReconciledSeverity {
  /** Null when no claim rates anything: unknown, not none. */
  readonly chosen: SeverityValue | null;
  /** Why this one, in words. */
  readonly rule: string;
  /** Every readable claim, in the order of preference. */
  readonly values: readonly SeverityValue[];
  readonly conflicts: readonly SeverityConflict[];
}

/** Reduces what the sources say to one severity. The order of the claims does not matter. */
export function reconcileSeverity(claims: readonly SeverityClaim[]): ReconciledSeverity {
  const values = claims
    .map(readClaim)
    .filter((value) => value !== null)
    .toSorted(byPreference);
  const chosen = values[0] ?? null;
  return {
    chosen,
    rule: chosen === null ? 'no source rates it' : ruleFor(chosen),
    values,
    conflicts: conflictsAmong(values),
  };
}

/** `chosen` of `reconcileSeverity`, without reading what cannot win: a list chooses for hundreds of vulnerabilities at once. */
export function chooseSeverity(claims: readonly SeverityClaim[]): SeverityValue | null {
  const byRank = Map.groupBy(claims, leastRank);
  let best: SeverityValue | null = null;
  for (const rank of [...byRank.keys()].toSorted((a, b) => a - b)) {
    if (best !== null && originRank(best) < rank) break;
    for (const claim of byRank.get(rank) ?? []) {
      const value = readClaim(claim);
      if (value !== null && (best === null || byPreference(value, best) < 0)) best = value;
    }
  }
  return best;
}

/** The rank of a claim if its vector can be read; it falls behind if not. */
function leastRank({ origin, vector }: SeverityClaim): number {
  const vectorGiven = typeof vector === 'string' || origin === 'distribution';
  return SEVERITY_ORIGINS.indexOf(origin) + (vectorGiven ? 0 : SEVERITY_ORIGINS.length);
}

function readClaim(claim: SeverityClaim): SeverityValue | null {
  const reading = typeof claim.vector === 'string' ? readCvss(claim.vector) : null;
  const publishedScore = typeof claim.score === 'number' && claim.score >= 0 && claim.score <= 10 ? claim.score : null;
  // Some authorities publish the figure that counts the temporal metrics: no contradiction.
  const computedScore = reading === null ? null : publishedScore === reading.score ? reading.score : reading.baseScore;
  const score = publishedScore ?? computedScore;
  const version = reading?.version ?? null;
  const said = typeof claim.word === 'string' ? ratingOfWord(claim.word) : null;
  const rating = score === null ? said : ratingOf(score, version ?? '3.1');
  if (rating === null) return null;
  return {
    origin: claim.origin,
    source: claim.source,
    version,
    vector: reading?.vector ?? null,
    publishedScore,
    computedScore,
    score,
    rating,
  };
}

/**
 * Origin first; then a vector before a bare figure or word; then the newest CVSS version; then the worst; then by text, so that
 * the result is one.
 */
function byPreference(a: SeverityValue, b: SeverityValue): number {
  return (
    originRank(a) - originRank(b) ||
    Number(b.version ?? 0) - Number(a.version ?? 0) ||
    (b.score ?? -1) - (a.score ?? -1) ||
    (b.publishedScore ?? -1) - (a.publishedScore ?? -1) ||
    RATINGS.indexOf(a.rating) - RATINGS.indexOf(b.rating) ||
    compareText(`${a.source} ${a.vector ?? ''} ${a.rating}`, `${b.source} ${b.vector ?? ''} ${b.rating}`)
  );
}

/** A word or a bare figure is a `word` whoever said it, except a distribution's: those speak in words by custom. */
function originRank(value: SeverityValue): number {
  const hasVector = value.vector !== null || value.origin === 'distribution';
  return SEVERITY_ORIGINS.indexOf(value.origin) + (hasVector ? 0 : SEVERITY_ORIGINS.length);
}

const RULES: Readonly<Record<SeverityOrigin, string>> = {
  cna: 'the assigning CNA’s',
  adp: 'CISA’s, because the CNA gives none',
  reviewed_advisory: 'a reviewed advisory’s, because neither the CNA nor CISA gives one',
  nvd: 'NVD’s, because neither the CNA, CISA nor an advisory gives one',
  osv: 'an OSV record’s, because neither the CNA, CISA, an advisory nor NVD gives one',
  distribution: 'a distribution’s, because no source gives a vector',
  word: 'a severity word, because no source gives a vector',
};

function ruleFor(chosen: SeverityValue): string {
  if (chosen.vector === null) return RULES[chosen.origin === 'distribution' ? 'distribution' : 'word'];
  return `${RULES[chosen.origin]} vector, newest CVSS version first (${chosen.version})`;
}

function conflictsAmong(values: readonly SeverityValue[]): SeverityConflict[] {
  const conflicts: SeverityConflict[] = [];
  for (const { source, publishedScore, computedScore } of values) {
    if (publishedScore === null || computedScore === null || publishedScore === computedScore) continue;
    const pair = [
      { source, value: `published ${publishedScore.toFixed(1)}` },
      { source, value: `computed ${computedScore.toFixed(1)}` },
    ];
    conflicts.push({ code: 'SCORE_DISAGREES_WITH_VECTOR', values: pair });
  }
  if (new Set(values.map(({ rating }) => rating)).size > 1) {
    conflicts.push({
      code: 'SEVERITY_DISAGREES',
      values: values.map(({ source, rating, version }) => ({
        source,
        value: version === null ? rating : `${rating} (CVSS ${version})`,
      })),
    });
  }
  return conflicts;
}
