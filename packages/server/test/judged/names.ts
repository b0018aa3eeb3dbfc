import { ECOSYSTEM_RULES } from '@almanac/core/purl';

/** In lower case and without separators. */
export function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[\s._-]+/g, '');
}

/** The forms under which people know a name: whole, without a module's or a group's path, without a language's prefix. */
export function formsOf(name: string): ReadonlySet<string> {
  const parts = name.split(/[/:]/).filter((part) => part !== '' && !/^v\d+$/.test(part));
  const last = parts.at(-1) ?? name;
  const plain = last.replace(/^(?:python3?|py3?|perl|ruby|rubygem|golang|rust|haskell|ghc|node|nodejs|r|php)-/i, '');
  return new Set([folded(name), folded(last), folded(plain), folded(last.replace(/_jll$/, ''))]);
}

export function isSameName(a: string, b: string): boolean {
  const forms = formsOf(a);
  return [...formsOf(b)].some((form) => form !== '' && forms.has(form));
}

/** A weaker likeness, to choose what a judge is shown in full: one form contains the other, or they share a word. */
export function resembles(a: string, b: string): boolean {
  if (isSameName(a, b)) return true;
  const [left, right] = [[...formsOf(a)], [...formsOf(b)]];
  if (left.some((one) => right.some((other) => contains(one, other) || contains(other, one)))) return true;
  const words = new Set(wordsOf(a));
  return wordsOf(b).some((word) => words.has(word));
}

function contains(text: string, part: string): boolean {
  return part.length >= 4 && text.includes(part);
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 4 && !COMMON.has(word));
}

const COMMON: ReadonlySet<string> = new Set(
  'github gitlab apache server core devel libs golang python python3 perl ruby nodejs java plugin tools linux'.split(
    ' ',
  ),
);

/** The base name of an OSV ecosystem: `AlmaLinux` of `AlmaLinux:10`. */
export function baseOf(ecosystem: string): string {
  return ecosystem.split(':', 1)[0] ?? '';
}

const DISTRIBUTIONS = new Set(
  ECOSYSTEM_RULES.filter(({ name }) => name === 'distribution').map((rule) => rule.ecosystem),
);
const REGISTRIES = new Set(ECOSYSTEM_RULES.filter(({ name }) => name !== 'distribution').map((rule) => rule.ecosystem));

export function isDistribution(ecosystem: string): boolean {
  return DISTRIBUTIONS.has(baseOf(ecosystem));
}

export function isRegistry(ecosystem: string): boolean {
  return REGISTRIES.has(baseOf(ecosystem));
}
