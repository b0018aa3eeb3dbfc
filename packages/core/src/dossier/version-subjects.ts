import type { AffectedPackage } from './affected-packages.ts';
import type { Canonical } from './canonical.ts';
import { targetOf, upgradesOf } from './hints.ts';

/** Packages and products that somebody can ask a version of. */
const MOST_SUBJECTS = 60;

/** What people may want to check a version of: what can be upgraded first, then everything else that is affected, each once. */
export function versionSubjects(canonical: Canonical): AffectedPackage[] {
  const subjects = new Map<string, AffectedPackage>();
  for (const each of [...upgradesOf(canonical), ...canonical.affectedPackages]) {
    const target = targetOf(each);
    if (each.kind !== 'repository' && subjects.size < MOST_SUBJECTS && !subjects.has(target))
      subjects.set(target, each);
  }
  return [...subjects.values()];
}

/** The subject with this target; the first where no target is given or none has it. */
export function chooseSubject(
  subjects: readonly AffectedPackage[],
  target: string | null | undefined,
): AffectedPackage | undefined {
  return subjects.find((each) => targetOf(each) === target) ?? subjects[0];
}
