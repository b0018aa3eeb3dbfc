import { matchesById } from '../matching/match.ts';
import type { PullText } from './claims.ts';
import { type ChangeFacts, shownFixed } from './facts.ts';
import { type PackageChange, versionChanged } from './model.ts';

/** What could not be told of a package. Silence would read as clean. */
export function pullNotesOf(text: PullText, change: PackageChange, facts: ChangeFacts | null): string[] {
  const notes: string[] = [];
  if (change.kind === 'deleted') return ['the package is taken out; nothing is asked about it'];
  notes.push(...change.unread);
  if (change.names.length === 0) notes.push('several packages are in one file, and which one this is cannot be told');
  if (change.newVersion === null) notes.push(unshown(facts));
  if (facts === null) {
    if (change.names.length > 0 && change.newVersion !== null)
      notes.push('it was not looked up: nothing is known of it here');
    return notes;
  }
  if (!facts.carriedComplete)
    notes.push('more packages of the collection go by its names than are read: this one may be missing among them');
  if (facts.attribute === null) notes.push('the collection as we know it has no package of this name yet');
  const { old, new: after } = facts;
  if (after?.verdict === 'unknown')
    notes.push(`whether ${after.version} is affected is not known: ${after.verdictReason}`);
  if (old !== null && after !== null && old.version !== after.version && old.verdict === 'unknown') {
    notes.push(`what the change fixes is not known: of ${old.version}, ${old.verdictReason}`);
  }
  const isFixed = shownFixed(facts);
  const now = matchesById(after?.matches ?? []);
  for (const { cves } of change.droppedVulnerabilities) {
    if (cves.length === 0) notes.push('a warning without a CVE id is dropped: whether it still holds cannot be told');
    else if (versionChanged(change)) {
      const open = cves.filter((cve) => !isFixed(cve) && !now.has(cve));
      if (open.length > 0)
        notes.push(`nothing that is known shows that ${change.newVersion} has the fix of ${open.join(', ')}`);
    }
  }
  if (text.title === null && text.body === null)
    notes.push('without a title or a body, what they should name was not looked at');
  return notes;
}

function unshown(facts: ChangeFacts | null): string {
  return facts?.new == null
    ? 'the diff does not show its version, so no record can be checked'
    : `the diff does not show its version: ${facts.new.version} is what the collection carries`;
}
