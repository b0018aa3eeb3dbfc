import {
  type AutomationObstacle,
  describeObstacles,
  type EvidenceAge,
  judgeAutomation,
  pickTriage,
} from '../advice/automation.ts';
import type { RatedIssue, SubjectAdvice, VulnerabilityAdvice } from '../advice/model.ts';
import { isBuild } from '../advice/subjects.ts';
import { describeDetails } from '../advice/words.ts';
import { sourceName } from '../sources/source-name.ts';
import type { Canonical } from './canonical.ts';
import { disputesOf } from './dispute.ts';
import type { Evidence } from './evidence.ts';
import { type IngestNeed, ingestNeed } from './ingest-need.ts';
import type { FixState, KnownFixedVersion } from './known-fixes.ts';
import type { Quality } from './quality.ts';

/** What an agent may be told to do; the stable words of the interface. */
export const ACTIONS = [
  'upgrade',
  'leave_versions',
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
  /** The versions to move to, the highest release line first; left out where the action names none. */
  readonly versions?: readonly string[];
}

/** A fixed version, and what else affects it. */
export interface JudgedFixedVersion extends KnownFixedVersion {
  /** Worst first; null where the version was not checked. */
  readonly alsoAffectedBy: readonly RatedIssue[] | null;
}

/** `agentHints` of the dossier. */
export interface AgentHints extends IngestNeed {
  readonly advice: VulnerabilityAdvice;
  readonly recommendedActions: readonly RecommendedAction[];
  readonly knownFixedVersions: readonly JudgedFixedVersion[];
  /** What a fix is known of. */
  readonly fixState: FixState;
  readonly needsTriage: boolean;
  readonly safeForAutomation: boolean;
  /** Why a program must not act alone; empty when it may. */
  readonly notSafeBecause: readonly AutomationObstacle[];
  /** The same in words. */
  readonly notSafeReasons: readonly string[];
}

/** What hints are made from, as far as records settle it. */
export interface AdvisedRecords {
  readonly evidence: Evidence;
  readonly canonical: Canonical;
  readonly quality: Quality;
  readonly advice: VulnerabilityAdvice;
  readonly fixes: { readonly state: FixState; readonly versions: readonly JudgedFixedVersion[] };
}

export interface HintsMoment {
  readonly age: EvidenceAge;
  /** Whether the sources have just been asked about this CVE. */
  readonly askedLately: boolean;
  /** Whether the answer is about a past day. */
  readonly isPast: boolean;
}

/** Turns advice into what an agent is told. An id that is rejected or withdrawn never yields a remediation. */
export function toHints(
  { evidence, canonical, quality, advice, fixes }: AdvisedRecords,
  moment: HintsMoment,
): AgentHints {
  const { availability } = canonical;
  const { age, askedLately, isPast } = moment;
  const disputed = disputesOf(evidence).length > 0;
  const { obstacles, safe, needsTriage } = judgeAutomation({
    availability,
    quality,
    subjects: advice.subjects,
    disputed,
    age,
    isPast,
  });
  const ingest = ingestNeed({ availability, age, askedLately });
  return {
    advice,
    recommendedActions: toActions(canonical, advice, { triage: pickTriage(obstacles), ...ingest }),
    knownFixedVersions: fixes.versions,
    fixState: fixes.state,
    ...ingest,
    needsTriage,
    safeForAutomation: safe,
    notSafeBecause: obstacles,
    notSafeReasons: describeObstacles(obstacles),
  };
}

interface Needs extends IngestNeed {
  /** Why a person has to look. */
  readonly triage: readonly AutomationObstacle[];
}

function toActions(canonical: Canonical, advice: VulnerabilityAdvice, needs: Needs): RecommendedAction[] {
  const { id: target, availability } = canonical;
  const reason = advice.sentence;
  switch (availability) {
    case 'rejected':
    case 'withdrawn':
      return [{ action: 'do_not_remediate', reason, target }];
    case 'reserved':
      return [{ action: 'wait_for_publication', reason, target }];
    case 'awaiting_ingest':
      return [...toIngestRequest(canonical, needs), { action: 'wait_for_publication', reason, target }];
    case 'published':
    case 'partial':
      return [...toRemediations(canonical, advice), ...toFollowUps(canonical, needs)];
    case 'unknown':
    case 'unreachable':
      break;
  }
  return [];
}

/** Upgrades that are listed one by one. */
const MAX_UPGRADES = 20;

function toRemediations(
  { id, kev }: Canonical,
  { action, sentence, subjects }: VulnerabilityAdvice,
): RecommendedAction[] {
  const movable = subjects.filter((each) => each.action === 'upgrade' || each.action === 'leave_versions');
  const upstream = movable.filter((each) => !isBuild(each));
  const moves = (upstream.length > 0 ? upstream : movable).slice(0, MAX_UPGRADES).map(toMove);
  if (upstream.length > 0) return moves;
  if (moves.length > 0) {
    const reason = 'Upstream has not named a fixed version; fixed builds follow.';
    return [{ action: kev === null ? 'monitor' : 'mitigate', reason, target: id }, ...moves];
  }
  const [first] = subjects;
  const target = first === undefined || action !== 'apply_patch' ? id : formatTarget(first);
  const word = action === 'apply_patch' ? 'apply_patch' : kev !== null ? 'mitigate' : 'monitor';
  return [{ action: word, reason: sentence, target }];
}

function toMove(advice: SubjectAdvice): RecommendedAction {
  const { action, sentence, targets, source, record } = advice;
  const versions = targets.map(({ version }) => version);
  const reason = [sentence, ...describeDetails(advice), `(${sourceName(source)}, ${record})`].join(' ');
  return {
    action: action === 'leave_versions' ? 'leave_versions' : 'upgrade',
    reason,
    target: formatTarget(advice),
    ...(versions.length === 0 ? {} : { versions }),
  };
}

function toFollowUps(canonical: Canonical, needs: Needs): RecommendedAction[] {
  const actions: RecommendedAction[] = [];
  if (needs.triage.length > 0) {
    const words = describeObstacles(needs.triage).join('; ');
    const reason = `Needs review: ${words}.`;
    actions.push({ action: 'triage_manually', reason, target: canonical.id });
  }
  return [...actions, ...toIngestRequest(canonical, needs)];
}

function toIngestRequest({ id }: Canonical, { needsIngest, ingestReason }: IngestNeed): RecommendedAction[] {
  return needsIngest ? [{ action: 'request_ingest', reason: ingestReason ?? '', target: id }] : [];
}

/** Names what an action is about: a package URL, or a name with its ecosystem or vendor. */
export function formatTarget({
  purl,
  ecosystem,
  vendor,
  name,
}: Pick<SubjectAdvice, 'purl' | 'ecosystem' | 'vendor' | 'name'>): string {
  return purl ?? [ecosystem ?? vendor, name].filter((part) => part !== null).join('/');
}
