import type { Match } from '../../matching/match.ts';
import type { ChangeFacts } from '../facts.ts';
import { namesAny } from '../facts.ts';
import type { PackageChange } from '../model.ts';

/**
 * Whether the package has an answer to a vulnerability that its version does not show: a patch that the change adds, one that the
 * collection's package has and the change leaves alone, or its own warning that it is known.
 */
export function mended(match: Match, { cves }: PackageChange, facts: ChangeFacts): boolean {
  if (namesAny(match, cves.patched) || namesAny(match, cves.declared)) return true;
  if (namesAny(match, new Set(facts.declared)) && !namesAny(match, cves.undeclared)) return true;
  return namesAny(match, new Set(facts.patched)) && !namesAny(match, cves.unpatched);
}
