import { matchesById } from '../../matching/match.ts';
import { affecting, type ChangeFacts, namesAny } from '../facts.ts';
import { type PackageChange, versionChanged } from '../model.ts';

/** CVEs that a change surely fixes: by its version, which records show, or by a patch that it adds. */
export function fixedCves(change: PackageChange, facts: ChangeFacts | null): ReadonlySet<string> {
  const { patched } = change.cves;
  const after = facts?.new ?? null;
  if (facts === null || after === null || !after.complete || !versionChanged(change)) return patched;
  const now = matchesById(after.matches);
  // What a patch had mended before is not fixed by the version.
  const mended = new Set(facts.patched);
  const gone = affecting(facts.old).filter(
    (match) => match.cve !== null && !now.has(match.id) && !namesAny(match, mended),
  );
  return new Set([...gone.map(({ id }) => id), ...patched]);
}
