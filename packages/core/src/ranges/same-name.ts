import { pep503 } from '../names/pep503.ts';

/** Whether an ecosystem takes two names for one package. Most tell every letter apart; npm does, and so does Go. */
export function isSameName(ecosystem: string, a: string, b: string): boolean {
  const base = ecosystem.split(':', 1)[0] ?? '';
  if (base === 'PyPI') return pep503(a) === pep503(b);
  return CASELESS.has(base) ? a.toLowerCase() === b.toLowerCase() : a === b;
}

/**
 * NuGet ids, Composer names, GitHub owners and repositories are compared without case; Julia's registry takes no two names that
 * differ in case alone.
 */
export const CASELESS: ReadonlySet<string> = new Set(['NuGet', 'Packagist', 'GitHub Actions', 'SwiftURL', 'Julia']);
