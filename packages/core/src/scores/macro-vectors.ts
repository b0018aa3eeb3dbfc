/**
 * Scores of the 270 macro vectors in tenths, from the CVSS 4.0 specification, section 8.3, and its published reference calculator.
 *
 * A row holds one combination of EQ1, EQ2 and EQ3; in it EQ6 changes fastest, then EQ5, then EQ4.
 * Where EQ3 is 2 no impact is high, so EQ6 is always 1 and a row has nine scores.
 */
const ROWS: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries({
    '000': [100, 99, 98, 95, 95, 92, 100, 96, 93, 87, 91, 81, 93, 90, 89, 80, 81, 68],
    '001': [98, 95, 95, 92, 90, 84, 93, 92, 89, 81, 81, 65, 88, 80, 78, 70, 69, 48],
    '002': [92, 82, 72, 79, 69, 50, 69, 55, 27],
    '010': [99, 97, 95, 92, 92, 85, 95, 91, 90, 83, 84, 71, 92, 81, 82, 71, 72, 53],
    '011': [95, 93, 92, 85, 85, 73, 92, 82, 80, 72, 70, 59, 84, 70, 71, 52, 50, 30],
    '012': [86, 75, 52, 71, 52, 29, 63, 29, 17],
    '100': [98, 95, 94, 87, 91, 81, 94, 89, 86, 74, 77, 64, 87, 75, 74, 63, 63, 49],
    '101': [94, 89, 88, 77, 76, 67, 86, 76, 74, 58, 59, 50, 72, 57, 57, 52, 52, 25],
    '102': [83, 70, 54, 65, 58, 26, 53, 21, 13],
    '110': [95, 90, 88, 76, 76, 70, 90, 77, 75, 62, 61, 53, 77, 66, 68, 59, 52, 30],
    '111': [89, 78, 76, 67, 62, 58, 74, 59, 57, 57, 47, 23, 61, 52, 57, 29, 24, 16],
    '112': [71, 59, 30, 58, 26, 15, 23, 13, 6],
    '200': [93, 87, 86, 72, 75, 58, 86, 74, 74, 61, 56, 34, 70, 54, 52, 40, 40, 22],
    '201': [85, 75, 74, 55, 62, 51, 72, 57, 55, 41, 46, 19, 53, 36, 34, 19, 19, 8],
    '202': [64, 51, 20, 47, 21, 11, 24, 9, 4],
    '210': [88, 75, 73, 53, 60, 50, 73, 55, 59, 40, 41, 20, 54, 43, 45, 22, 20, 11],
    '211': [75, 55, 58, 45, 40, 21, 61, 51, 48, 18, 20, 9, 46, 18, 17, 7, 8, 2],
    '212': [53, 24, 14, 24, 12, 5, 10, 3, 1],
  }),
);

/** The levels of the six equivalence sets; 0 is the worst. */
export interface MacroVector {
  readonly eq1: number;
  readonly eq2: number;
  readonly eq3: number;
  readonly eq4: number;
  readonly eq5: number;
  readonly eq6: number;
}

/** The score of a macro vector in tenths, or null when there is no such macro vector. */
export function macroScore({ eq1, eq2, eq3, eq4, eq5, eq6 }: MacroVector): number | null {
  if (eq4 > 2 || eq5 > 2 || eq6 > 1 || (eq3 === 2 && eq6 === 0)) return null;
  const column = eq3 === 2 ? eq4 * 3 + eq5 : (eq4 * 3 + eq5) * 2 + eq6;
  return ROWS.get(`${eq1}${eq2}${eq3}`)?.[column] ?? null;
}
