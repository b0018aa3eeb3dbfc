import { holding, isShownFixed, names } from '../facts.ts';
import { entryEvidence, listed, matchEvidence, type PullFinding, whereOf } from '../finding.ts';
import { type ShownEntry, versionChanged } from '../model.ts';
import { cvesOf } from './mended.ts';
import type { PullRule, RuleInput } from './rule.ts';

/** A patch may go when records show that the new version has the fix; that nothing is known is no such thing. */
export const patchDropped: PullRule = {
  id: 'patch-dropped',
  severity: 'error',
  summary: 'a security patch is dropped, and the new version is not shown to have the fix',
  bad: '`./CVE-2026-10005.patch` is taken out, and the version stays or is still affected',
  good: '`./CVE-2026-10005.patch` is taken out, and the version becomes one that has the fix',
  check(input) {
    if (input.change.kind === 'deleted') return [];
    return input.change.droppedPatches.flatMap((entry) => finding(entry, input) ?? []);
  },
};

function finding(entry: ShownEntry, { change, facts }: RuleInput): PullFinding | null {
  const added = cvesOf(change.addedPatches);
  const open = entry.cves.filter((cve) => !added.includes(cve) && (facts === null || !isShownFixed(cve, facts)));
  const [first] = entry.lines;
  if (open.length === 0 || first === undefined) return null;
  const version = change.newVersion ?? facts?.new?.version ?? null;
  const held = holding(facts?.new ?? null).filter((match) => open.some((cve) => names(match, cve)));
  const why =
    held.length > 0
      ? `${version} is affected without it`
      : versionChanged(change)
        ? `nothing that is known shows that ${version} has the fix`
        : 'the version stays, of which nothing that is known shows that it needs none';
  return {
    rule: patchDropped.id,
    severity: held.length > 0 ? 'error' : 'warning',
    ...whereOf(first),
    message: `${change.name}: the patch for ${listed(open)} is dropped, and ${why}`,
    package: change.name,
    cves: open,
    evidence: [...entryEvidence(entry), ...held.map((match) => matchEvidence(match, version ?? ''))],
  };
}
