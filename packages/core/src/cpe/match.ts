import { CPE_ATTRIBUTES, type Cpe, type CpeAttribute, type CpeValue } from './cpe.ts';

/** How the set of things one attribute names lies to another's (NISTIR 7696, table 6-2). */
export type CpeRelation = 'equal' | 'superset' | 'subset' | 'disjoint';

/** Compares one attribute of a pattern with the same attribute of a name. */
export function compareCpeAttributes(pattern: CpeAttribute, name: CpeAttribute): CpeRelation {
  if (pattern.kind === 'any') return name.kind === 'any' ? 'equal' : 'superset';
  if (name.kind === 'any') return 'subset';
  if (pattern.kind === 'na' || name.kind === 'na') return pattern.kind === name.kind ? 'equal' : 'disjoint';
  if (isPlain(pattern) && isPlain(name)) return pattern.text === name.text ? 'equal' : 'disjoint';
  if (pattern.text === name.text && pattern.before === name.before && pattern.after === name.after) return 'equal';
  if (isPlain(name)) return fits(pattern, name.text) ? 'superset' : 'disjoint';
  // Two patterns have no defined relation in the standard; only a plain one can be shown to lie inside the other.
  return isPlain(pattern) && fits(name, pattern.text) ? 'subset' : 'disjoint';
}

/**
 * Whether a pattern covers a name: each of its attributes equal or wider.
 *
 * NA is not a wildcard: a criterion with version `-` says nothing about version 1.2.
 */
export function cpeCovers(pattern: Cpe, name: Cpe): boolean {
  return CPE_ATTRIBUTES.every((attribute) => {
    const relation = compareCpeAttributes(pattern[attribute], name[attribute]);
    return relation === 'equal' || relation === 'superset';
  });
}

function isPlain(value: CpeValue): boolean {
  return value.before === '' && value.after === '';
}

/** The text stands in the name with no more before and after it than the wildcards allow. */
function fits({ text, before, after }: CpeValue, name: string): boolean {
  const spare = name.length - text.length;
  if (spare < 0) return false;
  const mostBefore = before === '*' ? spare : Math.min(before.length, spare);
  const mostAfter = after === '*' ? spare : after.length;
  const first = Math.max(0, spare - mostAfter);
  const at = name.indexOf(text, first);
  return at !== -1 && at <= mostBefore;
}
