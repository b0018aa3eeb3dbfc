import { compareText } from '../ids/order.ts';
import { NAME_RULES, type NamedIn, type NameRule } from './rules.ts';

/** A name under which the same software may be known. */
export interface NameVariant extends NamedIn {
  /** 1 for the name as given; the product of the weights of the rules that led here. */
  readonly weight: number;
  /** The rules applied, in order; empty for the name as given. */
  readonly rules: readonly string[];
  readonly reason: string;
}

/** Bounds of the search; past them a name has little to do with the one given. */
const MOST_VARIANTS = 24;
const MOST_RULES = 3;
const LEAST_WEIGHT = 0.3;
const LONGEST_NAME = 512;

/**
 * Names to look a package up by, best first; the name as given is always the first.
 *
 * `ecosystem` is for a caller who knows it: then only rules of that ecosystem apply.
 */
export function nameVariants(name: string, ecosystem: string | null = null): NameVariant[] {
  return variantsBy(NAME_RULES, name, ecosystem);
}

/** How an ecosystem's own rules spell a name, as it is given first. All other rules make another name of it. */
export function nameSpellings(name: string, ecosystem: string): NameVariant[] {
  return variantsBy(SPELLING_RULES, name, ecosystem);
}

const SPELLINGS: ReadonlySet<string> = new Set(['pep503', 'cran_dot', 'npm_scope']);
const SPELLING_RULES = NAME_RULES.filter(({ id }) => SPELLINGS.has(id));

function variantsBy(given: readonly NameRule[], name: string, ecosystem: string | null): NameVariant[] {
  const asGiven: NameVariant = { name, ecosystem, weight: 1, rules: [], reason: 'the name as given' };
  if (name.length > LONGEST_NAME) return [asGiven];
  const best = new Map([[getKey(asGiven), asGiven]]);
  let latest = [asGiven];
  for (let depth = 0; depth < MOST_RULES && latest.length > 0; depth += 1) {
    const next: NameVariant[] = [];
    for (const one of latest) addSuccessors(given, one, best, next);
    latest = next;
  }
  return [...best]
    .sort(([a, { weight }], [b, other]) => other.weight - weight || compareText(a, b))
    .slice(0, MOST_VARIANTS)
    .map(([, variant]) => variant);
}

/** No rule twice in a chain: `lib` is not put on and taken off again. */
function addSuccessors(
  given: readonly NameRule[],
  variant: NameVariant,
  best: Map<string, NameVariant>,
  next: NameVariant[],
): void {
  for (const rule of given) {
    if (variant.weight * rule.weight < LEAST_WEIGHT || variant.rules.includes(rule.id)) continue;
    for (const { name, ecosystem } of rule.apply(variant)) {
      if (name === '') continue;
      const key = getKey({ name, ecosystem });
      const weight = rounded(variant.weight * rule.weight);
      if ((best.get(key)?.weight ?? 0) >= weight) continue;
      const reason = variant.rules.length === 0 ? rule.reason : `${variant.reason}; ${rule.reason}`;
      const found = { name, ecosystem, weight, rules: [...variant.rules, rule.id], reason };
      best.set(key, found);
      next.push(found);
    }
  }
}

function getKey({ name, ecosystem }: NamedIn): string {
  return `${ecosystem ?? ''}\n${name}`;
}

/** Rounds products of weights so that they can be compared. */
export function rounded(weight: number): number {
  return Math.round(weight * 1_000) / 1_000;
}
