import { type FindingEvidence, type PullFinding, valueEvidence } from '../finding.ts';
import { isPlaceholder } from '../hashes.ts';
import { type PackageChange, type ShownValue, versionChanged } from '../model.ts';
import type { PullRule } from './rule.ts';

/** Another version has other sources. A source that is pinned by a commit may stay the same under another version's name. */
export const sourceHash: PullRule = {
  id: 'source-hash',
  severity: 'error',
  summary: 'the version changes, but the source hash does not',
  bad: '`version` changes, `hash = "sha256-…"` below it does not',
  good: '`version` and `hash` change',
  check({ change }) {
    const { kind, oldVersion, sourceHashes } = change;
    if (kind === 'deleted') return [];
    const { now, removed, fetched } = sourceHashes;
    const placeholder = now.find((value) => value.line.kind === 'added' && isPlaceholder(value));
    if (placeholder !== undefined) {
      return [finding(change, placeholder, 'warning', `${change.name}: the source hash is a placeholder`)];
    }
    if (kind === 'added' || oldVersion === null || !versionChanged(change)) return [];
    const before = new Set(removed.map(({ written }) => written));
    if (now.some(({ line, written }) => line.kind === 'added' && !before.has(written))) return [];
    if (now.length > 0) {
      const written = now.find(({ text }) => text !== null);
      // One that is taken from elsewhere may have changed there.
      if (written === undefined || isPinned(change)) return [];
      const message = `${change.name}: the version changes, but its source hash does not`;
      return [finding(change, written, 'error', message)];
    }
    if (removed.length > 0) {
      const message = `${change.name}: the source hash is removed and not replaced`;
      return [finding(change, removed[0] ?? null, 'error', message)];
    }
    if (!fetched || isPinned(change)) return [];
    const message = `${change.name}: the version changes, but the source hash does not`;
    return [finding(change, null, 'error', message)];
  },
};

/** What is fetched does not depend on the version, as far as is shown. */
function isPinned({ values, newVersion }: PackageChange): boolean {
  const places = values.filter(({ key }) => key === 'rev' || key === 'tag' || key === 'url');
  const follows = ({ written }: ShownValue) =>
    written.includes('version') || (newVersion !== null && written.includes(newVersion));
  return places.length > 0 && places.every(({ line }) => line.kind === 'context') && !places.some(follows);
}

function finding(
  change: PackageChange,
  value: ShownValue | null,
  severity: PullFinding['severity'],
  message: string,
): PullFinding {
  const line = value?.line.newNumber ?? change.line;
  const evidence: FindingEvidence[] = [change.version, value].flatMap((each) =>
    each === null ? [] : [valueEvidence(each)],
  );
  const file = value?.line.path ?? change.file;
  return { rule: sourceHash.id, severity, file, line, message, package: change.name, cves: [], evidence };
}
