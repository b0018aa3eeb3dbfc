import { compareText } from '../ids/order.ts';
import type { PullFacts, ReachFacts } from './tracked.ts';

/** How far a pull request has come, least first. `merged`: into a branch of another kind. */
export const PULL_STAGES = ['closed', 'open', 'merged', 'staging', 'release', 'master', 'channel'] as const;
export type PullStage = (typeof PULL_STAGES)[number];

/** In order, oldest first. */
export interface PullStep {
  readonly step: 'opened' | 'merged' | 'reached';
  /** The branch or channel. */
  readonly branch: string | null;
  /** Null: it happened, and nobody says when. */
  readonly at: string | null;
  readonly revision?: string;
}

export interface PullProgress {
  readonly stage: PullStage;
  readonly steps: readonly PullStep[];
  /** The channels that contain it. */
  readonly channels: readonly ReachFacts[];
}

/** The way of a pull request: opened, merged to staging or master, then in which channels. */
export function getProgress(pull: PullFacts): PullProgress {
  const opened: PullStep = { step: 'opened', branch: pull.base, at: pull.createdAt };
  // An unmerged change is in no channel, whatever its history says.
  if (pull.state !== 'merged') return { stage: pull.state, steps: [opened], channels: [] };
  const reached = pull.reached.filter(({ branch }) => branch !== pull.base).toSorted(byDate);
  const channels = reached.filter(({ branch }) => isChannel(branch));
  const steps: PullStep[] = [
    opened,
    { step: 'merged', branch: pull.base, at: pull.mergedAt },
    ...reached.map(({ branch, reachedAt, revision }) => ({
      step: 'reached' as const,
      branch,
      at: reachedAt,
      ...(revision === null ? {} : { revision }),
    })),
  ];
  const stages = [pull.base, ...reached.map(({ branch }) => branch)].map(stageOfBranch);
  return { stage: furthest(stages) ?? 'merged', steps, channels };
}

/** The one that has come furthest; null of none. */
export function furthest(stages: readonly PullStage[]): PullStage | null {
  return stages.reduce<PullStage | null>(
    (best, stage) => (best === null || rank(stage) > rank(best) ? stage : best),
    null,
  );
}

function rank(stage: PullStage): number {
  return PULL_STAGES.indexOf(stage);
}

/** Branches are worked on, channels are published. */
export function isChannel(branch: string): boolean {
  return stageOfBranch(branch) === 'channel';
}

function stageOfBranch(branch: string | null): PullStage {
  if (branch === null) return 'merged';
  if (branch === 'master' || branch === 'main') return 'master';
  if (branch.startsWith('staging')) return 'staging';
  if (branch.startsWith('release-')) return 'release';
  return branch.startsWith('nixos-') || branch.startsWith('nixpkgs-') ? 'channel' : 'merged';
}

/** Development branches lie before channels; what has no date comes after what has one. */
function byDate(a: ReachFacts, b: ReachFacts): number {
  return (
    Number(isChannel(a.branch)) - Number(isChannel(b.branch)) ||
    compareText(a.reachedAt ?? '~', b.reachedAt ?? '~') ||
    compareText(a.branch, b.branch)
  );
}
