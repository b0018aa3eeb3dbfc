import type { Collector } from './collector.ts';
import { boundedText, idsOf, listIn, type Members, members } from './fields.ts';

/** Told by `descriptor.name`, or by what its matches are made of. */
export function isGrype(report: Members): boolean {
  if (members(report['descriptor'])['name'] === 'grype') return true;
  const [first] = listIn(report['matches']);
  return 'artifact' in members(first) && 'vulnerability' in members(first);
}

/** `matches` count, `ignoredMatches` do not; grype names no package without a finding. */
export function readGrype(report: Members, into: Collector): string | null {
  for (const match of listIn(report['matches'])) readMatch(members(match), null, into);
  for (const match of listIn(report['ignoredMatches'])) readMatch(members(match), ignoredBy(members(match)), into);
  return boundedText(members(report['descriptor'])['version']);
}

function readMatch(match: Members, ignored: string | null, into: Collector): void {
  const artifact = members(match['artifact']);
  const vulnerability = members(match['vulnerability']);
  const related = listIn(match['relatedVulnerabilities']).map((each) => members(each)['id']);
  const ids = idsOf([vulnerability['id'], ...related]);
  const name = boundedText(artifact['name']);
  if (name === null || ids.length === 0) return into.unreadable();
  const named = into.package({ name, version: boundedText(artifact['version']), purl: boundedText(artifact['purl']) });
  into.finding({ package: named, ids, ignored });
}

function ignoredBy(match: Members): string {
  const [rule] = listIn(match['appliedIgnoreRules']);
  const { reason, namespace } = members(rule);
  return boundedText(reason) ?? boundedText(namespace) ?? 'a rule of its configuration';
}
