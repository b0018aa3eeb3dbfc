import type { AffectedPackage } from './affected-packages.ts';
import type { Canonical } from './canonical.ts';
import { targetOf, upgradesOf } from './hints.ts';

/** Packages and products that somebody can ask a version of. */
const MOST_SUBJECTS = 60;

/** Whose version people may want to check: what can be upgraded first, then everything else that is affected, each once. */
export function versionSubjects(canonical: Canonical): AffectedPackage[] {
  const subjects = new Map<string, AffectedPackage>();
  for (const each of [...upgradesOf(canonical), ...canonical.affectedPackages]) {
    const target = targetOf(each);
    if (each.kind !== 'repository' && subjects.size < MOST_SUBJECTS && !subjects.has(target))
      subjects.set(target, each);
  }
  return [...subjects.values()];
}
