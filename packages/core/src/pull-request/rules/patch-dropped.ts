import { holding, namesAny, shownFixed } from '../facts.ts';
import { entryEvidence, listed, matchEvidence, type PullFinding, whereOf } from '../finding.ts';
import { type ShownEntry, versionChanged } from '../model.ts';
import type { PullRule, RuleInput } from './rule.ts';

/** A patch may go when records show that the new version has the fix; that nothing is known is no such thing. */
export const patchDropped: PullRule = {
  id: 'patch-dropped',
  severity: 'error',
  summary: 'a security patch is removed, and the new version is not known to contain the fix',
  bad: '`./CVE-2026-10005.patch` is removed, and the version stays or is still affected',
  good: '`./CVE-2026-10005.patch` is removed, and the version becomes one with the fix',
  check(input) {
    if (input.change.kind === 'deleted') return [];
    const isFixed = shownFixed(input.facts);
    return input.change.droppedPatches.flatMap((entry) => finding(entry, input, isFixed) ?? []);
  },
};

function finding(
  entry: ShownEntry,
  { change, facts }: RuleInput,
  isFixed: (cve: string) => boolean,
): PullFinding | null {
  const open = entry.cves.filter((cve) => !change.cves.patched.has(cve) && !isFixed(cve));
  const [first] = entry.lines;
  if (open.length === 0 || first === undefined) return null;
  const version = change.newVersion ?? facts?.new?.version ?? null;
  const ids = new Set(open);
  const held = holding(facts?.new ?? null).filter((match) => namesAny(match, ids));
  const why =
    held.length > 0
      ? `${version} is affected without it`
      : versionChanged(change)
        ? `${version} is not known to contain the fix`
        : 'the version does not change and is not known to contain the fix';
  return {
    rule: patchDropped.id,
    severity: held.length > 0 ? 'error' : 'warning',
    ...whereOf(first),
    message: `${change.name}: the patch for ${listed(open)} is removed, but ${why}`,
    package: change.name,
    cves: open,
    evidence: [...entryEvidence(entry), ...held.map((match) => matchEvidence(match, version ?? ''))],
  };
}
