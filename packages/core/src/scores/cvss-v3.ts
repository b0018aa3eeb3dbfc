import type { ScoreTriple } from './cvss-v2.ts';

type Values = ReadonlyMap<string, string>;

/** The equations of https://www.first.org/cvss/v3.1/specification-document, section 7 (and those of 3.0 where they differ). */
export function scoreV3(values: Values, version: '3.0' | '3.1'): ScoreTriple {
  const base = baseScore(values);
  const hasTemporal = TEMPORAL.some((key) => values.has(key));
  const hasEnvironmental = [...values.keys()].some((key) => key.startsWith('M') || REQUIREMENTS.includes(key));
  return {
    base,
    temporal: hasTemporal ? roundUp(base * temporalFactor(values)) : null,
    environmental: hasEnvironmental ? environmentalScore(values, version) : null,
  };
}

const TEMPORAL = ['E', 'RL', 'RC'];
const REQUIREMENTS: readonly string[] = ['CR', 'IR', 'AR'];

const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
  E: { U: 0.91, P: 0.94, F: 0.97 },
  RL: { O: 0.95, T: 0.96, W: 0.97 },
  RC: { U: 0.92, R: 0.96 },
  CR: { L: 0.5, H: 1.5 },
  IR: { L: 0.5, H: 1.5 },
  AR: { L: 0.5, H: 1.5 },
};

/** Privileges weigh less on an attack that leaves its own scope. */
const PRIVILEGES = { U: { N: 0.85, L: 0.62, H: 0.27 }, C: { N: 0.85, L: 0.68, H: 0.5 } } as const;

function baseScore(values: Values): number {
  const get = (key: string) => values.get(key) ?? '';
  const changed = get('S') === 'C';
  const iss = 1 - (1 - weigh('C', get('C'))) * (1 - weigh('I', get('I'))) * (1 - weigh('A', get('A')));
  const impact = changed ? 7.52 * (iss - 0.029) - 3.25 * (iss - 0.02) ** 15 : 6.42 * iss;
  return combine(impact, exploitability(get), changed, 1);
}

function environmentalScore(values: Values, version: '3.0' | '3.1'): number {
  const get = (key: string) => values.get(`M${key}`) ?? values.get(key) ?? '';
  const left = (key: string) => 1 - weigh(key, get(key)) * weigh(`${key}R`, values.get(`${key}R`) ?? '');
  const changed = get('S') === 'C';
  const miss = Math.min(1 - left('C') * left('I') * left('A'), 0.915);
  const tail = version === '3.0' ? (miss - 0.02) ** 15 : (miss * 0.9731 - 0.02) ** 13;
  const impact = changed ? 7.52 * (miss - 0.029) - 3.25 * tail : 6.42 * miss;
  return combine(impact, exploitability(get), changed, temporalFactor(values));
}

function exploitability(get: (key: string) => string): number {
  const privileges = PRIVILEGES[get('S') === 'C' ? 'C' : 'U'][get('PR') as 'N' | 'L' | 'H'];
  return 8.22 * weigh('AV', get('AV')) * weigh('AC', get('AC')) * privileges * weigh('UI', get('UI'));
}

function combine(impact: number, exploitability: number, changed: boolean, factor: number): number {
  if (impact <= 0) return 0;
  const sum = changed ? 1.08 * (impact + exploitability) : impact + exploitability;
  const rounded = roundUp(Math.min(sum, 10));
  return factor === 1 ? rounded : roundUp(rounded * factor);
}

function temporalFactor(values: Values): number {
  return TEMPORAL.reduce((product, key) => product * weigh(key, values.get(key) ?? ''), 1);
}

/** A value that is not defined, or whose highest setting changes nothing, weighs 1. */
function weigh(key: string, value: string): number {
  return WEIGHTS[key]?.[value] ?? 1;
}

/** Up to the next tenth, in whole numbers so that 4.02 does not become 4.1 by a binary fraction (appendix A of 3.1). */
function roundUp(score: number): number {
  const hundredThousandths = Math.round(score * 100_000);
  return hundredThousandths % 10_000 === 0
    ? hundredThousandths / 100_000
    : (Math.floor(hundredThousandths / 10_000) + 1) / 10;
}
