/**
 * Whether a path ends with a name. A name may have folders before it (`npins/sources.json`) and stars, which stand for any characters
 * but slashes; with a star the case does not matter.
 */
export function endsWithName(path: string, name: string): boolean {
  const steps = path.split(/[/\\]/);
  const expected = name.split('/');
  if (steps.length < expected.length) return false;
  return steps.slice(-expected.length).every((step, index) => isNamed(step, expected[index] ?? ''));
}

function isNamed(step: string, name: string): boolean {
  const star = name.indexOf('*');
  if (star === -1) return step === name;
  const [before, after] = [name.slice(0, star), name.slice(star + 1)];
  const lower = step.toLowerCase();
  return lower.length >= before.length + after.length && lower.startsWith(before) && lower.endsWith(after);
}

/** A regular expression for paths that end with one of the names. */
export function patternOfNames(names: readonly string[]): string {
  const escaped = names.map((name) => name.replaceAll('.', '\\.').replaceAll('*', '[^/]*'));
  return `(^|/)(${escaped.join('|')})$`;
}
