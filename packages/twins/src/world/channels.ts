import { BRANCHES, type Branch, type Commit, commitId, commitOf } from './commits.ts';
import { DAY } from './when.ts';

const HOUR = DAY / 24;

/** A channel: a pointer that follows a branch once its tests have passed. */
export interface ChannelTrait {
  readonly name: string;
  readonly follows: Branch;
  readonly status: 'rolling' | 'stable' | 'unmaintained';
  /** Absent for the channel that has no such label. */
  readonly variant?: 'primary' | 'small';
  readonly current: boolean;
  /** It moves every so often … */
  readonly everyMs: number;
  /** … at this offset into the period … */
  readonly phaseMs: number;
  /** … to what the branch was this long before. */
  readonly lagMs: number;
  /** After this it stands still. */
  readonly endsAt?: number;
}

/** The channels of the invented collection; the tracker's twin shows them as branches, the channels' twin as channels. */
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

/** The last move of the channel: since when it stands where it stands. */
export function channelMovedAt({ everyMs, phaseMs, endsAt }: ChannelTrait, now: number): number {
  const until = Math.min(now, endsAt ?? now);
  return Math.floor((until - phaseMs) / everyMs) * everyMs + phaseMs;
}

/** The revision that the channel stands at: 40 hexadecimal digits, the same on every call. */
export function channelRevisionAt(channel: ChannelTrait, now: number): string {
  return commitId({ branch: channel.follows, at: channelMovedAt(channel, now) - channel.lagMs });
}

/** The revision a branch or channel stands at; null where there is none of that name. A branch moves every quarter of an hour. */
export function headAt(name: string, now: number): string | null {
  const channel = channelNamed(name);
  if (channel !== null) return channelRevisionAt(channel, now);
  const branch = BRANCHES.find((each) => each === name);
  return branch === undefined ? null : commitId({ branch, at: Math.floor(now / QUARTER) * QUARTER });
}

const QUARTER = HOUR / 4;

/** Whether the revision has the commit among its ancestors, or is it. */
export function revisionContains(revision: string, commit: string): boolean {
  const [later, earlier] = [commitOf(revision), commitOf(commit)];
  if (later === null || earlier === null) return false;
  return revision === commit || (arrivesAt(earlier, later.branch) ?? Number.POSITIVE_INFINITY) <= later.at;
}

/** When the channel first stood at a revision with that commit; null where it never will. */
export function channelReachedAt(channel: ChannelTrait, commit: string): number | null {
  const made = commitOf(commit);
  const arrives = made === null ? null : arrivesAt(made, channel.follows);
  if (arrives === null) return null;
  const { everyMs, phaseMs, lagMs, endsAt } = channel;
  const moves = Math.ceil((arrives + lagMs - phaseMs) / everyMs) * everyMs + phaseMs;
  return endsAt !== undefined && moves > endsAt ? null : moves;
}

/** When a commit comes to a branch: at once to its own, with the next merge from staging, or by branching off. */
export function arrivesAt({ branch, at }: Commit, target: Branch): number | null {
  if (branch === target) return at;
  const staged = STAGED.get(branch);
  if (staged !== undefined) {
    const through = arrivesAt({ branch: staged, at: nextMerge(at, branch) }, target);
    if (through !== null) return through;
  }
  // What was on master when a release branched off is in the release as well.
  const off = BRANCHED_OFF.get(target);
  if (off === undefined || branch.includes('.')) return null;
  const onMaster = branch === 'master' ? at : arrivesAt({ branch, at }, 'master');
  return onMaster !== null && onMaster <= off ? off : null;
}

/** Where the merges of a staging branch go. */
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

/** Staging is merged on in turns: every ten days, and a while after the change went in. */
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
