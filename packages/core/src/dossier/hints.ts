import { cveListMetadata } from '../records/cve-list.ts';
import type { AffectedPackage } from './affected-packages.ts';
import type { Canonical } from './canonical.ts';
import type { ConflictCode } from './conflict.ts';
import type { Evidence } from './evidence.ts';
import type { RecordSource, SourceCoverage } from './facts.ts';
import type { Quality } from './quality.ts';

/** What an agent may be told to do; the stable words of the interface. */
export const ACTIONS = [
  'upgrade',
  'apply_patch',
  'mitigate',
  'monitor',
  'wait_for_publication',
  'do_not_remediate',
  'request_ingest',
  'triage_manually',
] as const;
export type Action = (typeof ACTIONS)[number];

export interface RecommendedAction {
  readonly action: Action;
  readonly reason: string;
  /** A package URL, a package's or product's name, or the CVE id. */
  readonly target: string;
}

export interface KnownFixedVersion {
  readonly ecosystem: string | null;
  readonly name: string;
  readonly version: string;
  readonly source: RecordSource;
}

/** `agentHints` of the dossier. */
export interface AgentHints {
  readonly recommendedActions: readonly RecommendedAction[];
  readonly knownFixedVersions: readonly KnownFixedVersion[];
  readonly needsIngest: boolean;
  readonly needsTriage: boolean;
  readonly safeForAutomation: boolean;
  /** The conditions that do not hold; empty when it is safe. */
  readonly notSafeBecause: readonly AutomationCondition[];
}

/** All must hold for `safeForAutomation`. */
export const AUTOMATION_CONDITIONS = [
  'published',
  'grade_a_or_b',
  'no_conflict_of_state_range_or_fix',
  'fixed_version_of_a_package',
  'not_disputed',
  'evidence_current',
] as const;
export type AutomationCondition = (typeof AUTOMATION_CONDITIONS)[number];

/** Conflicts that an automaton cannot weigh. */
const GRAVE: ReadonlySet<ConflictCode> = new Set(['STATE_DISAGREES', 'RANGE_DISAGREES', 'FIX_DISAGREES']);
/** The sources that decide what to do: the age of the others does not make a remediation wrong. */
const DECISIVE: ReadonlySet<string> = new Set(['cve_list_v5', 'osv', 'advisory']);
const MAX_UPGRADES = 20;
const MAX_FIXED_VERSIONS = 200;

/** What to do with it, as far as the evidence goes. An id that is rejected or withdrawn never yields a remediation. */
export function hintsOf(
  evidence: Evidence,
  canonical: Canonical,
  quality: Quality,
  coverage: readonly SourceCoverage[],
): AgentHints {
  const { availability } = canonical;
  const usable = availability === 'published' || availability === 'partial';
  const knownFixedVersions = usable ? fixedVersionsOf(canonical.affectedPackages) : [];
  const old = coverage.some(
    ({ source, state }) => DECISIVE.has(source) && (state === 'stale' || state === 'unreachable'),
  );
  const needsTriage =
    usable &&
    (quality.conflicts.some(({ code }) => GRAVE.has(code) || code === 'SEVERITY_DISAGREES') ||
      ['severity', 'affectedPackages', 'versionRanges'].some((field) =>
        (quality.missingFields as readonly string[]).includes(field),
      ));
  const needsIngest = availability === 'awaiting_ingest' || availability === 'partial' || (usable && old);
  const holds: Readonly<Record<AutomationCondition, boolean>> = {
    published: availability === 'published',
    grade_a_or_b: quality.grade === 'A' || quality.grade === 'B',
    no_conflict_of_state_range_or_fix: !quality.conflicts.some(({ code }) => GRAVE.has(code)),
    fixed_version_of_a_package: usable && canonical.affectedPackages.some(isFixedPackage),
    not_disputed: !evidence.live.some(({ tags }) => tags.includes('disputed')),
    evidence_current: !old && coverage.some(({ source, state }) => source === 'cve_list_v5' && state === 'ok'),
  };
  const notSafeBecause = AUTOMATION_CONDITIONS.filter((condition) => !holds[condition]);
  return {
    recommendedActions: actionsOf(evidence, canonical, { needsTriage, needsIngest }),
    knownFixedVersions,
    needsIngest,
    needsTriage,
    safeForAutomation: notSafeBecause.length === 0,
    notSafeBecause,
  };
}

/** Each fix of a package once, by the first source that names it. */
function fixedVersionsOf(packages: readonly AffectedPackage[]): KnownFixedVersion[] {
  const fixes = new Map<string, KnownFixedVersion>();
  for (const { ecosystem, name, fixedIn, source } of packages) {
    for (const version of fixedIn) {
      const key = JSON.stringify([ecosystem, name, version]);
      if (!fixes.has(key)) fixes.set(key, { ecosystem, name, version, source });
    }
  }
  return [...fixes.values()].slice(0, MAX_FIXED_VERSIONS);
}

function actionsOf(
  { facts }: Evidence,
  canonical: Canonical,
  needs: { readonly needsTriage: boolean; readonly needsIngest: boolean },
): RecommendedAction[] {
  const target = canonical.id;
  switch (canonical.availability) {
    case 'rejected': {
      const replacedBy = facts.cveList === null ? [] : cveListMetadata(facts.cveList.value).replacedBy;
      const instead = replacedBy.length === 0 ? '' : ` It is replaced by ${replacedBy.slice(0, 5).join(', ')}.`;
      return [{ action: 'do_not_remediate', reason: `The numbering authority has rejected the id.${instead}`, target }];
    }
    case 'withdrawn':
      return [{ action: 'do_not_remediate', reason: 'Every record of it is withdrawn by its source.', target }];
    case 'reserved':
      return [{ action: 'wait_for_publication', reason: 'The id is reserved and nothing is published yet.', target }];
    case 'awaiting_ingest':
      return [
        { action: 'request_ingest', reason: 'The record is announced and has not arrived yet.', target },
        { action: 'wait_for_publication', reason: 'Nothing about it is known yet.', target },
      ];
    case 'published':
    case 'partial':
      return [...remediations(canonical), ...followUps(canonical, needs)];
    case 'unknown':
    case 'unreachable':
      break;
  }
  return [];
}

/** A distribution's fix holds for its own builds alone. */
function isFixedPackage({ ecosystem, rebuild, fixedIn }: AffectedPackage): boolean {
  return ecosystem !== null && !rebuild && fixedIn.length > 0;
}

/** Products only where no package is fixed: a product's name is not its identity. */
function remediations({ id, affectedPackages, kev }: Canonical): RecommendedAction[] {
  const fixable = affectedPackages.filter(({ fixedIn }) => fixedIn.length > 0);
  const upgraded = (
    fixable.some(isFixedPackage) ? fixable.filter(({ ecosystem }) => ecosystem !== null) : fixable
  ).slice(0, MAX_UPGRADES);
  if (upgraded.length > 0) {
    const seen = new Set<string>();
    return upgraded.flatMap((each) => {
      const target = targetOf(each);
      if (seen.has(target)) return [];
      seen.add(target);
      const versions = each.fixedIn.slice(0, 8).join(', ');
      return [
        { action: 'upgrade', reason: `Fixed in ${versions}, says ${each.source} (${each.records[0] ?? id}).`, target },
      ];
    });
  }
  const patched = affectedPackages.find(({ fixCommits }) => fixCommits.length > 0);
  if (patched !== undefined) {
    const reason = `No fixed version is known; ${patched.source} (${patched.records[0] ?? id}) names the commit ${patched.fixCommits[0]}.`;
    return [{ action: 'apply_patch', reason, target: targetOf(patched) }];
  }
  if (kev !== null) {
    return [
      {
        action: 'mitigate',
        reason: 'It is exploited, says the KEV catalogue, and no fixed version is known.',
        target: id,
      },
    ];
  }
  return [{ action: 'monitor', reason: 'No source names a fixed version.', target: id }];
}

function followUps(
  { id, availability }: Canonical,
  { needsTriage, needsIngest }: { needsTriage: boolean; needsIngest: boolean },
): RecommendedAction[] {
  const actions: RecommendedAction[] = [];
  if (needsTriage) {
    actions.push({
      action: 'triage_manually',
      reason: 'Sources disagree, or do not say what is affected or how severe it is.',
      target: id,
    });
  }
  if (needsIngest) {
    const reason =
      availability === 'partial' ? 'The record of the CVE list is missing.' : 'A source that decides is out of date.';
    actions.push({ action: 'request_ingest', reason, target: id });
  }
  return actions;
}

function targetOf({ purl, ecosystem, vendor, name }: AffectedPackage): string {
  return purl ?? [ecosystem ?? vendor, name].filter((part) => part !== null).join('/');
}
