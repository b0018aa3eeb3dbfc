import type { Match } from '../../matching/match.ts';
import type { ChangeFacts } from '../facts.ts';
import { names } from '../facts.ts';
import type { PackageChange, ShownEntry } from '../model.ts';

/**
 * Whether the package has an answer to a vulnerability that its version does not show: a patch that the change adds, one that the
 * collection's package has and the change leaves alone, or its own warning that it is known.
 */
export function mended(match: Match, change: PackageChange, facts: ChangeFacts): boolean {
  const within = (ids: readonly string[]) => ids.some((id) => names(match, id));
  if (within(cvesOf(change.addedPatches)) || within(change.declaredVulnerabilities)) return true;
  if (within(facts.declared) && !within(cvesOf(change.droppedVulnerabilities))) return true;
  return within(facts.patched) && !within(cvesOf(change.droppedPatches));
}

export function cvesOf(entries: readonly ShownEntry[]): string[] {
  return [...new Set(entries.flatMap(({ cves }) => cves))];
}
