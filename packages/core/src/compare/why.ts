import { clearanceWords, type ExplainedClearance } from '../explain/explain.ts';
import type { Finding } from '../sbom/findings.ts';
import { sourceName } from '../sources/source-name.ts';
import type { Cause } from './causes.ts';
import type { JudgedPackage, KnownRecord } from './knowledge.ts';

/** Records and packages that a sentence names. */
export const NAMED = 4;

/** What a sentence about a finding of the report is made of. */
interface Told {
  readonly ours: Finding | null;
  readonly judged: JudgedPackage | undefined;
  readonly cleared: ExplainedClearance | null;
  readonly record: KnownRecord;
  /** The package by its name in the records; null if none names it. */
  readonly named: string | null;
  readonly ignored: string | null;
  readonly ids: readonly string[];
}

/** What of the evidence made the difference, in a sentence. */
export function theirWhy(cause: Cause, { ours, judged, cleared, record, named, ignored, ids }: Told): string {
  switch (cause) {
    case 'agree':
    case 'possible':
    case 'patched':
      return ours === null ? '' : oursWords(ours);
    case 'agree_by_alias':
      return `The report lists it as ${ids.join(', ')}. ${ours === null ? '' : oursWords(ours)}`;
    case 'decision':
    case 'suppressed_by_both':
      return ours?.decision?.decision.reason ?? '';
    case 'ignored_there':
      return `The report ignores it: ${ignored ?? 'no reason given'}.`;
    case 'version_excluded':
      return cleared === null
        ? `Its records about ${named} exclude this version.`
        : `${sourceName(cleared.source)} ${cleared.record}: ${clearanceWords(cleared.reason, cleared.bound)}`;
    case 'other_package':
      return record.packages.length === 0 ? '' : `They name ${record.packages.slice(0, NAMED).join(', ')}.`;
    case 'undecided':
    case 'not_covered':
      return judged?.outcome.verdict === 'unknown'
        ? judged.outcome.reason
        : "Only some of the package's records were read.";
    case 'rejected':
    case 'withdrawn':
    case 'unknown_id':
    case 'elsewhere_in_report':
    case 'source_not_read':
    case 'not_in_report':
    case 'no_purl':
    case 'not_asked':
      break;
  }
  return '';
}

/** The range and the records on which a finding of Almanac rests. */
export function oursWords({ affectedVersions, fixedIn, sources, records = [] }: Finding): string {
  const who =
    records.length > 0 ? records.map((each) => `${sourceName(each.source)} ${each.id}`) : sources.map(sourceName);
  const range = affectedVersions === null ? 'no range given' : `affected ${affectedVersions}`;
  const fix = fixedIn === null ? '' : `, fixed in ${fixedIn}`;
  return `${[...new Set(who)].slice(0, NAMED).join(', ')}: ${range}${fix}.`;
}
