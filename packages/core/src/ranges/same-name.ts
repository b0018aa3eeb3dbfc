import { pep503 } from '../names/pep503.ts';

/** Whether an ecosystem takes two names for one package. Most tell every letter apart; npm does, and so does Go. */
export function isSameName(ecosystem: string, a: string, b: string): boolean {
  return comparableName(ecosystem, a) === comparableName(ecosystem, b);
}

/** A name in the form in which the ecosystem compares names. */
export function comparableName(ecosystem: string, name: string): string {
  const base = ecosystem.split(':', 1)[0] ?? '';
  if (base === 'PyPI') return pep503(name);
  return CASELESS.has(base) ? name.toLowerCase() : name;
}

/**
 * NuGet ids, Composer names, GitHub owners and repositories are compared without case; Julia's registry takes no two names that
 * differ in case alone.
 */
const CASELESS: ReadonlySet<string> = new Set(['NuGet', 'Packagist', 'GitHub Actions', 'SwiftURL', 'Julia']);
