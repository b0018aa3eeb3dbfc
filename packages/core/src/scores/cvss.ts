import { scoreV2 } from './cvss-v2.ts';
import { scoreV3 } from './cvss-v3.ts';
import { scoreV4 } from './cvss-v4.ts';
import { getMetrics } from './metrics.ts';
import { type CvssVersion, type Rating, toRating } from './rating.ts';
import { type CvssVector, printVector, readVector } from './vector.ts';

export interface CvssReading {
  readonly version: CvssVersion;
  /** In the order and case of its specification. */
  readonly vector: string;
  /** From the base metrics alone: the figure sources publish and people compare. */
  readonly baseScore: number;
  readonly rating: Rating;
  /** With every metric that the vector defines; equal to the base score when it defines no other. */
  readonly score: number;
  readonly temporalScore: number | null;
  readonly environmentalScore: number | null;
  /** The defined metrics in words. */
  readonly parts: readonly CvssPart[];
  /** Deviations that were tolerated. */
  readonly tolerated: readonly string[];
}

export interface CvssPart {
  readonly metric: string;
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

/** Reads a vector of any version and scores it; null when it is not a vector. Never throws. */
export function readCvss(text: string): CvssReading | null {
  const vector = readVector(text);
  if (vector === null) return null;
  const scores = computeScores(vector);
  return {
    version: vector.version,
    vector: printVector(vector),
    baseScore: scores.base,
    rating: toRating(scores.base, vector.version),
    score: scores.environmental ?? scores.temporal ?? scores.base,
    temporalScore: scores.temporal,
    environmentalScore: scores.environmental,
    parts: listParts(vector),
    tolerated: vector.tolerated,
  };
}

function computeScores({ version, values }: CvssVector): {
  base: number;
  temporal: number | null;
  environmental: number | null;
} {
  if (version === '2.0') return scoreV2(values);
  if (version !== '4.0') return scoreV3(values, version);
  // Version 4 has one score; the threat metric lowers it as the temporal metrics did.
  const groups = new Map<string, Map<string, string>>(V4_GROUPS.map((group) => [group, new Map()]));
  for (const { key, group } of getMetrics(version)) {
    const value = values.get(key);
    if (value !== undefined) groups.get(group)?.set(key, value);
  }
  const [base = values, threat = values, environment = values] = V4_GROUPS.map((group) => groups.get(group));
  return {
    base: scoreV4(base),
    temporal: threat.size === 0 ? null : scoreV4(new Map([...base, ...threat])),
    environmental: environment.size === 0 ? null : scoreV4(values),
  };
}

const V4_GROUPS = ['base', 'threat', 'environmental'] as const;

function listParts({ version, values }: CvssVector): CvssPart[] {
  return getMetrics(version).flatMap(({ key, name, values: words }) => {
    const value = values.get(key);
    return value === undefined ? [] : [{ metric: key, name, value, meaning: words[value] ?? value }];
  });
}
