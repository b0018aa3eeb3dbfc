import { cveListMetadata } from '../records/cve-list.ts';
import { sourceName } from '../sources/source-name.ts';
import type { AffectedPackage } from './affected-packages.ts';
import {
  AUTOMATION_OBSTACLES,
  type AutomationObstacle,
  automationOf,
  type EvidenceAge,
  obstaclesInWords,
} from './automation.ts';
import type { Canonical } from './canonical.ts';
import { disputesOf } from './dispute.ts';
import type { Evidence } from './evidence.ts';
import { type IngestNeed, ingestNeed } from './ingest-need.ts';
import { type FixState, isOfUpstream, type KnownFixedVersion, type KnownFixes } from './known-fixes.ts';
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

/** `agentHints` of the dossier. */
export interface AgentHints extends IngestNeed {
  readonly recommendedActions: readonly RecommendedAction[];
  readonly knownFixedVersions: readonly KnownFixedVersion[];
  /** Of what a fix is known. */
  readonly fixState: FixState;
  readonly needsTriage: boolean;
  readonly safeForAutomation: boolean;
  /** What keeps a program from acting alone; empty when it is safe. */
  readonly notSafeBecause: readonly AutomationObstacle[];
  /** The same in words. */
  readonly notSafeReasons: readonly string[];
}

const MAX_UPGRADES = 20;

interface Judged {
  readonly evidence: Evidence;
  readonly canonical: Canonical;
  readonly fixes: KnownFixes;
  readonly quality: Quality;
}

/** What to do with it, as far as the evidence goes. An id that is rejected or withdrawn never yields a remediation. */
export function hintsOf(
  { evidence, canonical, fixes, quality }: Judged,
  age: EvidenceAge,
  askedLately: boolean,
): AgentHints {
  const { availability } = canonical;
  const { obstacles, safe, needsTriage } = automationOf({
    availability,
    quality,
    fixes,
    age,
    disputed: disputesOf(evidence).length > 0,
  });
  const ingest = ingestNeed({ availability, age, askedLately });
  return {
    recommendedActions: actionsOf(evidence, canonical, { triage: needsTriage ? obstacles : [], ...ingest }),
    knownFixedVersions: fixes.versions,
    fixState: fixes.state,
    ...ingest,
    needsTriage,
    safeForAutomation: safe,
    notSafeBecause: obstacles,
    notSafeReasons: obstaclesInWords(obstacles),
  };
}

interface Needs extends IngestNeed {
  /** Why a person has to look. */
  readonly triage: readonly AutomationObstacle[];
}

function actionsOf({ facts }: Evidence, canonical: Canonical, needs: Needs): RecommendedAction[] {
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
        ...requestedIngest(canonical, needs),
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

/**
 * What can be upgraded to a fixed version, each once: the software itself first, builds of it last. A product is left out where a package
 * of its name is fixed: a product's name is not its identity, a package's is.
 */
export function upgradesOf({ affectedPackages }: Pick<Canonical, 'affectedPackages'>): AffectedPackage[] {
  const fixable = affectedPackages.filter(({ fixedIn }) => fixedIn.length > 0);
  const identified = fixable.some(({ kind, isSubject }) => kind === 'package' && isSubject);
  const upgraded = fixable.filter(({ kind }) => kind !== 'product' || !identified).slice(0, MAX_UPGRADES);
  const seen = new Map<string, AffectedPackage>();
  for (const each of upgraded) {
    // The assigner and CISA write one product with two vendors.
    const name = each.kind === 'product' ? each.name.toLowerCase() : targetOf(each);
    if (!seen.has(name)) seen.set(name, each);
  }
  return [...seen.values()];
}

function remediations(canonical: Canonical): RecommendedAction[] {
  const { id, affectedPackages, kev } = canonical;
  const upgraded = upgradesOf(canonical);
  if (upgraded.length > 0) {
    const upgrades = upgraded.map((each): RecommendedAction => {
      const versions = each.fixedIn.slice(0, 8).join(', ');
      const reason = `Fixed in ${versions} (${sourceName(each.source)}, ${each.records[0] ?? id}).`;
      return { action: 'upgrade', reason, target: targetOf(each) };
    });
    return upgraded.some(isOfUpstream) ? upgrades : [withoutUpstreamFix(id, kev !== null), ...upgrades];
  }
  const patched = affectedPackages.find(({ fixCommits }) => fixCommits.length > 0);
  if (patched !== undefined) {
    const reason = `No fixed version is known. The fix is the commit ${patched.fixCommits[0]} (${sourceName(patched.source)}, ${patched.records[0] ?? id}).`;
    return [{ action: 'apply_patch', reason, target: targetOf(patched) }];
  }
  if (kev !== null) {
    return [
      {
        action: 'mitigate',
        reason:
          'It is exploited, says the KEV catalogue, and no source names a fixed version: do what the vendor says.',
        target: id,
      },
    ];
  }
  return [{ action: 'monitor', reason: 'No source names a fixed version.', target: id }];
}

/** Fixed builds are no fix of the software itself: that comes first. */
function withoutUpstreamFix(target: string, exploited: boolean): RecommendedAction {
  const reason = 'No source names a fixed version of the software itself; builds that are fixed follow.';
  return { action: exploited ? 'mitigate' : 'monitor', reason, target };
}

function followUps(canonical: Canonical, needs: Needs): RecommendedAction[] {
  const actions: RecommendedAction[] = [];
  const looked = AUTOMATION_OBSTACLES.filter((each) => each.triage && needs.triage.includes(each.code));
  if (looked.length > 0) {
    const words = obstaclesInWords(looked.map(({ code }) => code)).join('; ');
    actions.push({
      action: 'triage_manually',
      reason: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`,
      target: canonical.id,
    });
  }
  return [...actions, ...requestedIngest(canonical, needs)];
}

function requestedIngest({ id }: Canonical, { needsIngest, ingestReason }: IngestNeed): RecommendedAction[] {
  return needsIngest ? [{ action: 'request_ingest', reason: ingestReason ?? '', target: id }] : [];
}

/** What an action is about: a package URL, or a name with its ecosystem or vendor. */
export function targetOf({
  purl,
  ecosystem,
  vendor,
  name,
}: Pick<AffectedPackage, 'purl' | 'ecosystem' | 'vendor' | 'name'>): string {
  return purl ?? [ecosystem ?? vendor, name].filter((part) => part !== null).join('/');
}
