import { type MacroVector, macroScore } from './macro-vectors.ts';

type Values = ReadonlyMap<string, string>;
type Get = (key: string) => string;

/**
 * The score of a v4 vector, by interpolation inside its macro vector (https://www.first.org/cvss/v4.0/specification-document, section 8.2).
 *
 * The mean of the distances is computed as a fraction of whole numbers: with binary fractions, scores that fall
 * on a half are rounded the wrong way (14 of the 1,694 published test vectors in one popular library).
 */
export function scoreV4(values: Values): number {
  const get = effective(values);
  if (IMPACTS.every((key) => get(key) === 'N')) return 0;
  const macro = toMacroVector(get);
  const score = macroScore(macro);
  if (score === null) return 0;

  const steps = [
    step(
      score,
      macroScore({ ...macro, eq1: macro.eq1 + 1 }),
      distance(get, HIGHEST.eq1[macro.eq1]),
      DEPTH.eq1[macro.eq1],
    ),
    step(
      score,
      macroScore({ ...macro, eq2: macro.eq2 + 1 }),
      distance(get, HIGHEST.eq2[macro.eq2]),
      DEPTH.eq2[macro.eq2],
    ),
    step(
      score,
      nextLowerOfEq3AndEq6(macro),
      distance(get, HIGHEST.eq3eq6[`${macro.eq3}${macro.eq6}`]),
      DEPTH.eq3eq6[`${macro.eq3}${macro.eq6}`],
    ),
    step(
      score,
      macroScore({ ...macro, eq4: macro.eq4 + 1 }),
      distance(get, HIGHEST.eq4[macro.eq4]),
      DEPTH.eq4[macro.eq4],
    ),
    // Exploit maturity has one vector a level, so nothing lies below its highest; the step still counts in the mean.
    step(score, macroScore({ ...macro, eq5: macro.eq5 + 1 }), 0, 1),
  ].filter((each) => each !== null);
  if (steps.length === 0) return score / 10;

  const denominator = steps.reduce((product, { depth }) => product * depth, steps.length);
  const lost = steps.reduce(
    (sum, { available, taken, depth }) => sum + available * taken * (denominator / steps.length / depth),
    0,
  );
  const tenths = Math.floor((2 * (score * denominator - lost) + denominator) / (2 * denominator));
  return Math.min(100, Math.max(0, tenths)) / 10;
}

const IMPACTS = ['VC', 'VI', 'VA', 'SC', 'SI', 'SA'];

/** Modified metrics replace base metrics; what is not defined counts as the worst case (section 4). */
function effective(values: Values): Get {
  return (key) => values.get(`M${key}`) ?? values.get(key) ?? WORST_CASE[key] ?? '';
}

const WORST_CASE: Readonly<Record<string, string>> = { E: 'A', CR: 'H', IR: 'H', AR: 'H' };

/** Tables 24 to 29 */
function toMacroVector(get: Get): MacroVector {
  const free = [get('AV') === 'N', get('PR') === 'N', get('UI') === 'N'];
  const high = { C: get('VC') === 'H', I: get('VI') === 'H', A: get('VA') === 'H' };
  const safety = get('SI') === 'S' || get('SA') === 'S';
  const subsequent = get('SC') === 'H' || get('SI') === 'H' || get('SA') === 'H';
  const required = (high.C && get('CR') === 'H') || (high.I && get('IR') === 'H') || (high.A && get('AR') === 'H');
  return {
    eq1: free.every(Boolean) ? 0 : free.some(Boolean) && get('AV') !== 'P' ? 1 : 2,
    eq2: get('AC') === 'L' && get('AT') === 'N' ? 0 : 1,
    eq3: high.C && high.I ? 0 : high.C || high.I || high.A ? 1 : 2,
    eq4: safety ? 0 : subsequent ? 1 : 2,
    eq5: ['A', 'P', 'U'].indexOf(get('E')),
    eq6: required ? 0 : 1,
  };
}

/** EQ3 and EQ6 are not independent; from the top there are two ways down, and the higher one counts. */
function nextLowerOfEq3AndEq6(macro: MacroVector): number | null {
  const { eq3, eq6 } = macro;
  if (eq3 === 2) return null;
  const byEq3 = macroScore({ ...macro, eq3: eq3 + 1 });
  const byEq6 = macroScore({ ...macro, eq6: eq6 + 1 });
  if (eq3 === 0 && eq6 === 0) return Math.max(byEq3 ?? 0, byEq6 ?? 0);
  return eq6 === 1 ? byEq3 : byEq6;
}

interface Step {
  readonly available: number;
  readonly taken: number;
  readonly depth: number;
}

function step(score: number, lower: number | null, taken: number, depth: number | undefined): Step | null {
  return lower === null ? null : { available: score - lower, taken, depth: depth ?? 1 };
}

/** How far the vector lies below the first highest vector of its level that is nowhere below it (section 8.2). */
function distance(get: Get, highest: readonly string[] | undefined): number {
  for (const vector of highest ?? []) {
    let sum = 0;
    let isAbove = true;
    for (const pair of vector.split('/')) {
      const key = pair.slice(0, 2);
      const severity = SEVERITY[key] ?? '';
      const difference = severity.indexOf(get(key)) - severity.indexOf(pair.slice(3));
      if (difference < 0) isAbove = false;
      sum += difference;
    }
    if (isAbove) return sum;
  }
  return 0;
}

/** Values of a metric, worst first: the place in the text is the severity level. */
const SEVERITY: Readonly<Record<string, string>> = {
  AV: 'NALP',
  PR: 'NLH',
  UI: 'NPA',
  AC: 'LH',
  AT: 'NP',
  VC: 'HLN',
  VI: 'HLN',
  VA: 'HLN',
  SC: 'SHLN',
  SI: 'SHLN',
  SA: 'SHLN',
  CR: 'HML',
  IR: 'HML',
  AR: 'HML',
};

/** The highest severity vectors of each level (tables 24 to 30). */
const HIGHEST = {
  eq1: [
    ['AV:N/PR:N/UI:N'],
    ['AV:A/PR:N/UI:N', 'AV:N/PR:L/UI:N', 'AV:N/PR:N/UI:P'],
    ['AV:P/PR:N/UI:N', 'AV:A/PR:L/UI:P'],
  ],
  eq2: [['AC:L/AT:N'], ['AC:H/AT:N', 'AC:L/AT:P']],
  eq3eq6: {
    '00': ['VC:H/VI:H/VA:H/CR:H/IR:H/AR:H'],
    '01': ['VC:H/VI:H/VA:L/CR:M/IR:M/AR:H', 'VC:H/VI:H/VA:H/CR:M/IR:M/AR:M'],
    '10': ['VC:L/VI:H/VA:H/CR:H/IR:H/AR:H', 'VC:H/VI:L/VA:H/CR:H/IR:H/AR:H'],
    '11': [
      'VC:L/VI:H/VA:L/CR:H/IR:M/AR:H',
      'VC:L/VI:H/VA:H/CR:H/IR:M/AR:M',
      'VC:H/VI:L/VA:H/CR:M/IR:H/AR:M',
      'VC:H/VI:L/VA:L/CR:M/IR:H/AR:H',
      'VC:L/VI:L/VA:H/CR:H/IR:H/AR:M',
    ],
    '21': ['VC:L/VI:L/VA:L/CR:H/IR:H/AR:H'],
  } as Readonly<Record<string, readonly string[]>>,
  eq4: [['SC:H/SI:S/SA:S'], ['SC:H/SI:H/SA:H'], ['SC:L/SI:L/SA:L']],
};

/** How many steps lie between the highest and the lowest vector of a level (table 31). */
const DEPTH = {
  eq1: [1, 4, 5],
  eq2: [1, 2],
  eq3eq6: { '00': 7, '01': 6, '10': 8, '11': 8, '21': 10 } as Readonly<Record<string, number>>,
  eq4: [6, 5, 4],
};
