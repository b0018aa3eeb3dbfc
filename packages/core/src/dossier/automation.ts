import type { Availability } from './availability.ts';
import type { ConflictCode } from './conflict.ts';
import type { SourceCoverage } from './facts.ts';
import type { FixState, KnownFixedVersion } from './known-fixes.ts';
import type { Quality, QualityField } from './quality.ts';

/**
 * What keeps a program from acting on the evidence alone, as a closed list: the code, whether a person has to look for that reason,
 * and what is missing, in words.
 */
export const AUTOMATION_OBSTACLES = [
  { code: 'not_published', triage: false, words: 'nothing about it is published yet' },
  { code: 'rejected_or_withdrawn', triage: false, words: 'it is rejected or withdrawn' },
  { code: 'cve_list_record_missing', triage: false, words: 'no CVE list record of it is at hand' },
  { code: 'severity_missing', triage: true, words: 'no source rates its severity' },
  { code: 'affected_missing', triage: true, words: 'no source names what is affected' },
  { code: 'versions_missing', triage: true, words: 'no source says which versions are affected' },
  { code: 'state_conflict', triage: true, words: 'sources disagree about whether it still counts' },
  { code: 'range_conflict', triage: true, words: 'sources disagree about which versions are affected' },
  { code: 'fix_conflict', triage: true, words: 'sources disagree about which version fixes it' },
  { code: 'severity_conflict', triage: true, words: 'sources disagree about how severe it is' },
  { code: 'disputed', triage: true, words: 'it is disputed' },
  { code: 'fix_missing', triage: false, words: 'no source names a fixed version' },
  {
    code: 'package_fix_missing',
    triage: false,
    words: 'a fixed version is known, but of no package in a registry: a product’s name does not identify it',
  },
  { code: 'grade_below_b', triage: false, words: 'its data are graded below B' },
  { code: 'evidence_out_of_date', triage: false, words: 'a source that decides is out of date' },
] as const satisfies readonly { code: string; triage: boolean; words: string }[];
export type AutomationObstacle = (typeof AUTOMATION_OBSTACLES)[number]['code'];

/** Whether a program may act alone, and whether a person has to look: never both. */
export interface Automation {
  readonly obstacles: readonly AutomationObstacle[];
  readonly safe: boolean;
  readonly needsTriage: boolean;
}

export interface AutomationFacts {
  readonly availability: Availability;
  readonly quality: Pick<Quality, 'grade' | 'missingFields' | 'conflicts'>;
  readonly fixes: { readonly state: FixState; readonly versions: readonly Pick<KnownFixedVersion, 'kind'>[] };
  readonly disputed: boolean;
  readonly age: EvidenceAge;
}

/** The sources that decide what to do: the age of the others does not make a remediation wrong. */
const DECISIVE: ReadonlySet<string> = new Set(['cve_list_v5', 'osv', 'advisory']);

/**
 * All that hints take from coverage. `outdated`: a source that decides is stale or cannot be reached; `unread`: none is, and the CVE list
 * is not read.
 */
export const EVIDENCE_AGES = ['current', 'unread', 'outdated'] as const;
export type EvidenceAge = (typeof EVIDENCE_AGES)[number];

export function evidenceAge(coverage: readonly SourceCoverage[]): EvidenceAge {
  if (coverage.some(isOutdated)) return 'outdated';
  return coverage.some(({ source, state }) => source === 'cve_list_v5' && state === 'ok') ? 'current' : 'unread';
}

function isOutdated({ source, state }: SourceCoverage): boolean {
  return DECISIVE.has(source) && (state === 'stale' || state === 'unreachable');
}

/** Decides both what a program may do and what a person has to. A person looks only at what is published somewhere. */
export function automationOf(facts: AutomationFacts): Automation {
  const { availability } = facts;
  const usable = availability === 'published' || availability === 'partial';
  const found = AUTOMATION_OBSTACLES.filter(({ code }) => HOLDS[code](facts));
  // Of an id without a usable record nothing else is worth saying.
  const obstacles = usable
    ? found
    : found.filter(({ code }) => code === 'not_published' || code === 'rejected_or_withdrawn');
  return {
    obstacles: obstacles.map(({ code }) => code),
    safe: obstacles.length === 0,
    needsTriage: obstacles.some(({ triage }) => triage),
  };
}

/** The obstacles in words. */
export function obstaclesInWords(codes: readonly string[]): string[] {
  return codes.map((code) => AUTOMATION_OBSTACLES.find((each) => each.code === code)?.words ?? code);
}

const HOLDS: Readonly<Record<AutomationObstacle, (facts: AutomationFacts) => boolean>> = {
  not_published: ({ availability }) => UNPUBLISHED.has(availability),
  rejected_or_withdrawn: ({ availability }) => availability === 'rejected' || availability === 'withdrawn',
  cve_list_record_missing: ({ availability }) => availability === 'partial',
  severity_missing: lacks('severity'),
  affected_missing: lacks('affectedPackages'),
  versions_missing: (facts) => lacks('versionRanges')(facts) && !lacks('affectedPackages')(facts),
  state_conflict: conflictsBy('STATE_DISAGREES'),
  range_conflict: conflictsBy('RANGE_DISAGREES'),
  fix_conflict: conflictsBy('FIX_DISAGREES'),
  severity_conflict: conflictsBy('SEVERITY_DISAGREES'),
  disputed: ({ disputed }) => disputed,
  fix_missing: ({ fixes }) => fixes.versions.length === 0,
  package_fix_missing: ({ fixes }) =>
    fixes.versions.length > 0 && !fixes.versions.some(({ kind }) => kind === 'package'),
  grade_below_b: ({ quality }) => quality.grade !== 'A' && quality.grade !== 'B',
  evidence_out_of_date: ({ age }) => age !== 'current',
};

const UNPUBLISHED: ReadonlySet<Availability> = new Set(['reserved', 'awaiting_ingest', 'unknown', 'unreachable']);

function lacks(field: QualityField) {
  return ({ quality }: AutomationFacts) => quality.missingFields.includes(field);
}

function conflictsBy(wanted: ConflictCode) {
  return ({ quality }: AutomationFacts) => quality.conflicts.some(({ code }) => code === wanted);
}
