type Values = ReadonlyMap<string, string>;

/** Base, temporal and environmental score; the last two are null when none of their metrics is given. */
export interface ScoreTriple {
  readonly base: number;
  readonly temporal: number | null;
  readonly environmental: number | null;
}

/** The equations of https://www.first.org/cvss/v2/guide, section 3.2 */
export function scoreV2(values: Values): ScoreTriple {
  const hasTemporal = TEMPORAL.some((key) => values.has(key));
  const hasEnvironmental = ENVIRONMENTAL.some((key) => values.has(key));
  const base = baseScore(values, { C: 1, I: 1, A: 1 }, Number.POSITIVE_INFINITY);
  const adjusted = baseScore(values, { C: weight(values, 'CR'), I: weight(values, 'IR'), A: weight(values, 'AR') }, 10);
  return {
    base,
    temporal: hasTemporal ? temporalScore(values, base) : null,
    environmental: hasEnvironmental ? environmentalScore(values, temporalScore(values, adjusted)) : null,
  };
}

const TEMPORAL = ['E', 'RL', 'RC'];
const ENVIRONMENTAL = ['CDP', 'TD', 'CR', 'IR', 'AR'];

const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { L: 0.395, A: 0.646, N: 1 },
  AC: { H: 0.35, M: 0.61, L: 0.71 },
  Au: { M: 0.45, S: 0.56, N: 0.704 },
  C: { N: 0, P: 0.275, C: 0.66 },
  I: { N: 0, P: 0.275, C: 0.66 },
  A: { N: 0, P: 0.275, C: 0.66 },
  E: { U: 0.85, POC: 0.9, F: 0.95 },
  RL: { OF: 0.87, TF: 0.9, W: 0.95 },
  RC: { UC: 0.9, UR: 0.95 },
  CDP: { N: 0, L: 0.1, LM: 0.3, MH: 0.4, H: 0.5 },
  TD: { N: 0, L: 0.25, M: 0.75 },
  CR: { L: 0.5, M: 1, H: 1.51 },
  IR: { L: 0.5, M: 1, H: 1.51 },
  AR: { L: 0.5, M: 1, H: 1.51 },
};

/** A metric that is not defined, or whose highest value changes nothing, weighs 1. */
function weight(values: Values, key: string): number {
  return WEIGHTS[key]?.[values.get(key) ?? ''] ?? 1;
}

/** Only the adjusted impact is cut off at 10; the plain one reaches 10.0008, and one score hangs on it. */
function baseScore(values: Values, requirement: { C: number; I: number; A: number }, limit: number): number {
  const left = (key: 'C' | 'I' | 'A') => 1 - weight(values, key) * requirement[key];
  const impact = Math.min(limit, 10.41 * (1 - left('C') * left('I') * left('A')));
  const exploitability = 20 * weight(values, 'AV') * weight(values, 'AC') * weight(values, 'Au');
  return impact === 0 ? 0 : tenths((0.6 * impact + 0.4 * exploitability - 1.5) * 1.176);
}

function temporalScore(values: Values, base: number): number {
  return tenths(base * weight(values, 'E') * weight(values, 'RL') * weight(values, 'RC'));
}

function environmentalScore(values: Values, adjusted: number): number {
  const damage = values.has('CDP') ? weight(values, 'CDP') : 0;
  return tenths((adjusted + (10 - adjusted) * damage) * weight(values, 'TD'));
}

/** To one decimal, half up. The small shift undoes what binary fractions take away from an exact half. */
function tenths(score: number): number {
  return Math.max(0, Math.round(score * 10 + 1e-9) / 10);
}
