import { matchesById } from '../matching/match.ts';
import type { PullText } from './claims.ts';
import { type ChangeFacts, shownFixed } from './facts.ts';
import { type PackageChange, versionChanged } from './model.ts';

/** What could not be told of a package. Silence would read as clean. */
export function pullNotesOf(text: PullText, change: PackageChange, facts: ChangeFacts | null): string[] {
  const notes: string[] = [];
  if (change.kind === 'deleted') return ['the package is removed, so it was not checked'];
  notes.push(...change.unread);
  if (change.names.length === 0) notes.push('several packages share the file, and this one could not be identified');
  if (change.newVersion === null) notes.push(unshown(facts));
  if (facts === null) {
    if (change.names.length > 0 && change.newVersion !== null) notes.push('not checked');
    return notes;
  }
  if (!facts.carriedComplete)
    notes.push('too many nixpkgs packages have its names to read all; this one may be missing');
  if (facts.attribute === null) notes.push('nixpkgs has no package of this name yet');
  const { old, new: after } = facts;
  if (after?.verdict === 'unknown')
    notes.push(`we don't know whether ${after.version} is affected: ${after.verdictReason}`);
  if (old !== null && after !== null && old.version !== after.version && old.verdict === 'unknown') {
    notes.push(`we don't know what the change fixes in ${old.version}: ${old.verdictReason}`);
  }
  const isFixed = shownFixed(facts);
  const now = matchesById(after?.matches ?? []);
  for (const { cves } of change.droppedVulnerabilities) {
    if (cves.length === 0) notes.push("a warning without a CVE ID is removed; we don't know whether it still applies");
    else if (versionChanged(change)) {
      const open = cves.filter((cve) => !isFixed(cve) && !now.has(cve));
      if (open.length > 0) notes.push(`${change.newVersion} is not known to contain the fix for ${open.join(', ')}`);
    }
  }
  if (text.title === null && text.body === null) notes.push('no title or body was given, so they were not checked');
  return notes;
}

function unshown(facts: ChangeFacts | null): string {
  return facts?.new == null
    ? 'the diff does not show its version, so no record can be checked'
    : `the diff does not show its version; nixpkgs has ${facts.new.version}`;
}
