import type { Availability } from '../dossier/availability.ts';
import type { ConflictCode } from '../dossier/conflict.ts';
import type { SourceCoverage } from '../dossier/facts.ts';
import type { Quality, QualityField } from '../dossier/quality.ts';
import type { AdvisedTarget, SubjectAdvice } from './model.ts';

/**
 * Every reason why a program must not act alone, as a closed list: the code, whether a person has to look at the vulnerability for that
 * reason, and the reason in words.
 */
export const AUTOMATION_OBSTACLES = [
  { code: 'past', triage: false, words: 'this response is about the past' },
  { code: 'not_published', triage: false, words: 'nothing is published yet' },
  { code: 'rejected_or_withdrawn', triage: false, words: 'the CVE is rejected or withdrawn' },
  { code: 'cve_list_record_missing', triage: false, words: 'no CVE list record' },
  { code: 'severity_missing', triage: true, words: 'no source rates its severity' },
  { code: 'affected_missing', triage: true, words: 'no source names what is affected' },
  { code: 'versions_missing', triage: true, words: 'no source names affected versions' },
  { code: 'state_conflict', triage: true, words: 'sources disagree about its state' },
  { code: 'range_conflict', triage: true, words: 'sources disagree about the affected versions' },
  { code: 'fix_conflict', triage: true, words: 'sources disagree about the fixed version' },
  { code: 'severity_conflict', triage: true, words: 'sources disagree about its severity' },
  { code: 'disputed', triage: true, words: 'disputed' },
  { code: 'fix_missing', triage: false, words: 'no fixed version is known' },
  { code: 'package_fix_missing', triage: false, words: 'the fix is a product version, not a package version' },
  { code: 'fix_affected', triage: true, words: 'the best known fix has other known vulnerabilities' },
  {
    code: 'fix_undecided',
    triage: false,
    words: 'the fix may have other vulnerabilities: some records cannot be parsed',
  },
  { code: 'fix_not_checked', triage: false, words: 'the fix was not checked for other vulnerabilities' },
  { code: 'grade_below_b', triage: false, words: 'data quality is below B' },
  { code: 'evidence_out_of_date', triage: false, words: 'a required source is out of date' },
] as const satisfies readonly { code: string; triage: boolean; words: string }[];
export type AutomationObstacle = (typeof AUTOMATION_OBSTACLES)[number]['code'];

/** Whether a program may act alone, and whether a person has to look: never both. */
export interface Automation {
  readonly safe: boolean;
  readonly needsTriage: boolean;
  readonly obstacles: readonly AutomationObstacle[];
}

export interface AutomationFacts {
  readonly availability: Availability;
  readonly quality: Pick<Quality, 'grade' | 'missingFields' | 'conflicts'>;
  readonly subjects: readonly Pick<SubjectAdvice, 'kind' | 'targets'>[];
  readonly disputed: boolean;
  readonly age: EvidenceAge;
  /** Whether this is an answer about a past day. */
  readonly isPast: boolean;
}

/** The sources that decide what to do: the age of the others does not make a remediation wrong. */
const DECISIVE: ReadonlySet<string> = new Set(['cve_list_v5', 'osv', 'advisory']);

/** All that advice takes from coverage. `outdated`: a decisive source is stale or unreachable; `unread`: the CVE list was never read. */
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
export function judgeAutomation(facts: AutomationFacts): Automation {
  const { availability } = facts;
  const isUsable = availability === 'published' || availability === 'partial';
  const found = AUTOMATION_OBSTACLES.filter(({ code }) => APPLIES[code](facts));
  // Nothing else is worth saying about an id without a usable record.
  const obstacles = isUsable ? found : found.filter(({ code }) => ABOUT_THE_STATE.has(code));
  return {
    obstacles: obstacles.map(({ code }) => code),
    safe: obstacles.length === 0,
    needsTriage: obstacles.some(({ triage }) => triage),
  };
}

const ABOUT_THE_STATE: ReadonlySet<AutomationObstacle> = new Set(['past', 'not_published', 'rejected_or_withdrawn']);

export function describeObstacles(codes: readonly string[]): string[] {
  return codes.map((code) => AUTOMATION_OBSTACLES.find((each) => each.code === code)?.words ?? code);
}

/** The obstacles for which a person has to look. */
export function pickTriage(codes: readonly AutomationObstacle[]): AutomationObstacle[] {
  return AUTOMATION_OBSTACLES.flatMap(({ code, triage }) => (triage && codes.includes(code) ? [code] : []));
}

const APPLIES: Readonly<Record<AutomationObstacle, (facts: AutomationFacts) => boolean>> = {
  past: ({ isPast }) => isPast,
  not_published: ({ availability }) => UNPUBLISHED.has(availability),
  rejected_or_withdrawn: ({ availability }) => availability === 'rejected' || availability === 'withdrawn',
  cve_list_record_missing: ({ availability }) => availability === 'partial',
  severity_missing: lacks('severity'),
  affected_missing: lacks('affectedPackages'),
  versions_missing: (facts) => lacks('versionRanges')(facts) && !lacks('affectedPackages')(facts),
  state_conflict: hasConflict('STATE_DISAGREES'),
  range_conflict: hasConflict('RANGE_DISAGREES'),
  fix_conflict: hasConflict('FIX_DISAGREES'),
  severity_conflict: hasConflict('SEVERITY_DISAGREES'),
  disputed: ({ disputed }) => disputed,
  fix_missing: ({ subjects }) => subjects.every(({ targets }) => targets.length === 0),
  package_fix_missing: (facts) => !APPLIES.fix_missing(facts) && packageTargets(facts).length === 0,
  fix_affected: (facts) => packageTargets(facts).some(({ remaining }) => remaining.length > 0),
  fix_undecided: (facts) => packageTargets(facts).some(({ checked, undecided }) => checked && undecided > 0),
  fix_not_checked: (facts) => packageTargets(facts).some(({ checked }) => !checked),
  grade_below_b: ({ quality }) => quality.grade !== 'A' && quality.grade !== 'B',
  evidence_out_of_date: ({ age }) => age !== 'current',
};

const UNPUBLISHED: ReadonlySet<Availability> = new Set(['reserved', 'awaiting_ingest', 'unknown', 'unreachable']);

/** A program acts on packages: a product's name does not identify one. */
function packageTargets({ subjects }: AutomationFacts): readonly AdvisedTarget[] {
  return subjects.flatMap(({ kind, targets }) => (kind === 'package' ? targets : []));
}

function lacks(field: QualityField) {
  return ({ quality }: AutomationFacts) => quality.missingFields.includes(field);
}

function hasConflict(wanted: ConflictCode) {
  return ({ quality }: AutomationFacts) => quality.conflicts.some(({ code }) => code === wanted);
}
