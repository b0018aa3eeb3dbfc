import { BRANCHES, type Branch, type Commit, commitId, commitOf } from './commits.ts';
import { DAY } from './when.ts';

const HOUR = DAY / 24;

/** A channel follows a branch once its tests have passed. */
export interface ChannelTrait {
  readonly name: string;
  readonly follows: Branch;
  readonly status: 'rolling' | 'stable' | 'unmaintained';
  /** Absent for the channel without this label. */
  readonly variant?: 'primary' | 'small';
  readonly current: boolean;
  /** The period of its moves. */
  readonly everyMs: number;
  /** The offset within the period. */
  readonly phaseMs: number;
  /** How far it is behind the branch. */
  readonly lagMs: number;
  /** Stands still after this. */
  readonly endsAt?: number;
}

/** Branches in the tracker's twin, channels in the channels' twin. */
export const CHANNELS = [
  channel('nixos-unstable', 'master', { every: 24, phase: 7, lag: 30, variant: 'primary' }),
  channel('nixos-unstable-small', 'master', { every: 6, phase: 1, lag: 3, variant: 'small' }),
  channel('nixpkgs-unstable', 'master', { every: 12, phase: 4, lag: 9 }),
  channel('nixos-26.05', 'release-26.05', { every: 24, phase: 5, lag: 16, variant: 'primary', status: 'stable' }),
  channel('nixos-25.11', 'release-25.11', {
    every: 24,
    phase: 3,
    lag: 16,
    variant: 'primary',
    status: 'unmaintained',
    ends: '2026-06-30',
  }),
] as const satisfies readonly ChannelTrait[];

export const CHANNEL_NAMES: readonly string[] = CHANNELS.map(({ name }) => name);

export function channelNamed(name: string): ChannelTrait | null {
  return CHANNELS.find((each) => each.name === name) ?? null;
}

/** When the channel last moved. */
export function channelMovedAt({ everyMs, phaseMs, endsAt }: ChannelTrait, now: number): number {
  const until = Math.min(now, endsAt ?? now);
  return Math.floor((until - phaseMs) / everyMs) * everyMs + phaseMs;
}

/** 40 hexadecimal digits, the same on every call. */
export function channelRevisionAt(channel: ChannelTrait, now: number): string {
  return commitId({ branch: channel.follows, at: channelMovedAt(channel, now) - channel.lagMs });
}

/** Null for unknown names. A branch moves every quarter of an hour. */
export function headAt(name: string, now: number): string | null {
  const channel = channelNamed(name);
  if (channel !== null) return channelRevisionAt(channel, now);
  const branch = BRANCHES.find((each) => each === name);
  return branch === undefined ? null : commitId({ branch, at: Math.floor(now / QUARTER) * QUARTER });
}

const QUARTER = HOUR / 4;

/** Reports whether the commit is the revision or an ancestor. */
export function revisionContains(revision: string, commit: string): boolean {
  const [later, earlier] = [commitOf(revision), commitOf(commit)];
  if (later === null || earlier === null) return false;
  return revision === commit || (arrivesAt(earlier, later.branch) ?? Number.POSITIVE_INFINITY) <= later.at;
}

/** When the channel first contained the commit; null if never. */
export function channelReachedAt(channel: ChannelTrait, commit: string): number | null {
  const made = commitOf(commit);
  const arrives = made === null ? null : arrivesAt(made, channel.follows);
  if (arrives === null) return null;
  const { everyMs, phaseMs, lagMs, endsAt } = channel;
  const moves = Math.ceil((arrives + lagMs - phaseMs) / everyMs) * everyMs + phaseMs;
  return endsAt !== undefined && moves > endsAt ? null : moves;
}

/** When a commit reaches a branch: at once on its own, otherwise with the next staging merge or by branching off. */
export function arrivesAt({ branch, at }: Commit, target: Branch): number | null {
  if (branch === target) return at;
  const staged = STAGED.get(branch);
  if (staged !== undefined) {
    const through = arrivesAt({ branch: staged, at: nextMerge(at, branch) }, target);
    if (through !== null) return through;
  }
  // A release contains what was on master when it branched off.
  const off = BRANCHED_OFF.get(target);
  if (off === undefined || branch.includes('.')) return null;
  const onMaster = branch === 'master' ? at : arrivesAt({ branch, at }, 'master');
  return onMaster !== null && onMaster <= off ? off : null;
}

/** Staging branches and their targets. */
const STAGED = new Map<Branch, Branch>([
  ['staging', 'staging-next'],
  ['staging-next', 'master'],
  ['staging-26.05', 'release-26.05'],
  ['staging-25.11', 'release-25.11'],
]);

const BRANCHED_OFF = new Map<Branch, number>([
  ['release-26.05', Date.parse('2026-05-22T12:00:00Z')],
  ['release-25.11', Date.parse('2025-11-21T12:00:00Z')],
]);

/** Staging is merged every ten days, some time after the change. */
function nextMerge(at: number, branch: Branch): number {
  const rests = branch === 'staging-next' ? 4 * DAY : DAY;
  return Math.ceil((at + rests) / (10 * DAY)) * 10 * DAY + (branch === 'staging-next' ? 19 : 6) * HOUR;
}

interface Habits {
  readonly every: number;
  readonly phase: number;
  readonly lag: number;
  readonly variant?: ChannelTrait['variant'];
  readonly status?: ChannelTrait['status'];
  readonly ends?: string;
}

function channel(name: string, follows: Branch, habits: Habits): ChannelTrait {
  const { variant, status = 'rolling', ends } = habits;
  return {
    name,
    follows,
    status,
    ...(variant === undefined ? {} : { variant }),
    current: status !== 'unmaintained',
    everyMs: habits.every * HOUR,
    phaseMs: habits.phase * HOUR,
    lagMs: habits.lag * HOUR,
    ...(ends === undefined ? {} : { endsAt: Date.parse(`${ends}T00:00:00Z`) }),
  };
}
