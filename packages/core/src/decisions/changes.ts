import { SEVERITIES_OF_FINDINGS } from '../sbom/finding-severity.ts';
import { sourceName } from '../sources/source-name.ts';
import type { Decision, DecisionEvidence } from './model.ts';

/** Records that an answer lists for a finding at most: of more, one that is missing may be among those left out. */
const MOST_RECORDS = 8;

/**
 * What of the evidence has changed since somebody decided, each in a sentence; empty where the decision still rests on the same. Records
 * that were not there then reopen nothing by themselves: what they say of versions, severity and exploitation does.
 */
export function changesSince({ evidence: then, versions }: Decision, now: DecisionEvidence): string[] {
  if (then === null) return [];
  // Which records support a finding differs from version to version.
  const isWhole = versions.length > 0 && now.records.length < MOST_RECORDS;
  return [...factsChanged(then, now), ...recordsChanged(then, now, isWhole)];
}

function factsChanged(then: DecisionEvidence, now: DecisionEvidence): string[] {
  return [
    ...(then.affected === now.affected
      ? []
      : [`The affected versions changed from ${rangeWords(then.affected)} to ${rangeWords(now.affected)}.`]),
    ...(severityRank(now.severity) < severityRank(then.severity)
      ? [`The severity changed from ${then.severity ?? 'not rated'} to ${now.severity}.`]
      : []),
    ...(now.exploited === true && then.exploited !== true ? ['It is now known to be exploited.'] : []),
  ];
}

function recordsChanged(then: DecisionEvidence, now: DecisionEvidence, isWhole: boolean): string[] {
  const known = new Map(now.records.map((record) => [`${record.source} ${record.id}`, record]));
  return then.records.flatMap(({ source, id, sha256 }) => {
    const record = known.get(`${source} ${id}`);
    if (record === undefined) return isWhole ? [`${sourceName(source)} record ${id} no longer supports it.`] : [];
    if (sha256 === null || record.sha256 === null || sha256 === record.sha256) return [];
    return [`${sourceName(source)} record ${id} changed.`];
  });
}

function rangeWords(range: string | null): string {
  return range === null ? 'unknown' : JSON.stringify(range);
}

/** What nobody rates comes last: to be rated is to be raised. */
function severityRank(severity: DecisionEvidence['severity']): number {
  return severity === null ? SEVERITIES_OF_FINDINGS.length : SEVERITIES_OF_FINDINGS.indexOf(severity);
}
