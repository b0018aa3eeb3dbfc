import { affecting, type ChangeFacts, names } from '../facts.ts';
import { type PackageChange, versionChanged } from '../model.ts';
import { cvesOf } from './mended.ts';

/** CVEs that a change surely fixes: by its version, which records show, or by a patch that it adds. */
export function fixedCves(change: PackageChange, facts: ChangeFacts | null): string[] {
  const patched = cvesOf(change.addedPatches);
  const after = facts?.new ?? null;
  if (facts === null || after === null || !after.complete || !versionChanged(change)) return patched;
  // What a patch had mended before is not fixed by the version.
  const gone = affecting(facts.old).filter(
    (match) =>
      match.cve !== null &&
      !after.matches.some((each) => names(each, match.id)) &&
      !facts.patched.some((cve) => names(match, cve)),
  );
  return [...new Set([...gone.map(({ id }) => id), ...patched])];
}
