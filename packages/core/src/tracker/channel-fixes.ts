import { compareText } from '../ids/order.ts';
import { isFix, type LinkedPull } from './linked-pulls.ts';
import { getProgress } from './stage.ts';
import type { PullFacts } from './tracked.ts';

/** Whether a channel has the fix of an issue. */
export interface ChannelFix {
  readonly channel: string;
  /** `unknown`: nobody has looked. `none`: no fix is merged that it could have. */
  readonly state: 'contained' | 'lacking' | 'unknown' | 'none';
  /** The pull request that brought it there. */
  readonly pull: number | null;
  readonly reachedAt: string | null;
}

/** Whether the tracker was asked if the channel contains the pull request. */
export type Asked = (pull: number, channel: string) => boolean;

/**
 * For each channel, whether one of the pull requests that fix an issue is in it, and since when. A channel of a release gets its
 * fix by a backport, which counts as well as the one it was made from. Whether the channel's version was affected at all is
 * another question.
 */
export function channelFixes(pulls: readonly LinkedPull[], channels: readonly string[], asked: Asked): ChannelFix[] {
  const merged = pulls.filter((linked) => linked.pull.state === 'merged' && isFix(linked)).map(({ pull }) => pull);
  const reached = merged.flatMap((pull) =>
    getProgress(pull).channels.map(({ branch, reachedAt }) => ({ channel: branch, pull: pull.number, reachedAt })),
  );
  return channels.map((channel) => {
    const [first] = reached
      .filter((reach) => reach.channel === channel)
      .toSorted((a, b) => compareText(a.reachedAt ?? '~', b.reachedAt ?? '~') || a.pull - b.pull);
    if (first !== undefined) return { channel, state: 'contained', pull: first.pull, reachedAt: first.reachedAt };
    const told = merged.every(
      (pull) => asked(pull.number, channel) || !mayReach(pull, channel) || isBeforeGate(pull, asked),
    );
    const state = merged.length === 0 ? 'none' : told ? 'lacking' : 'unknown';
    return { channel, state, pull: null, reachedAt: null };
  });
}

/** A channel cannot contain changes that have not reached its branch. */
function isBeforeGate({ number, base, reached }: PullFacts, asked: Asked): boolean {
  const release = RELEASE.exec(base ?? '');
  const gate = release === null ? 'master' : `release-${release[0]}`;
  return gate !== base && asked(number, gate) && !reached.some(({ branch }) => branch === gate);
}

const RELEASE = /(\d\d)\.(\d\d)/;

/** A change merged to a release stays in its channels. A release does not get later changes from master. */
function mayReach({ base, mergedAt }: PullFacts, channel: string): boolean {
  const [of, to] = [RELEASE.exec(base ?? ''), RELEASE.exec(channel)];
  if (of !== null) return of[0] === to?.[0];
  if (to === null || mergedAt === null) return true;
  // Releases branch off in the month that they are called by.
  const branchedOff = Date.UTC(2000 + Number(to[1]), Number(to[2]), 1);
  return Date.parse(mergedAt) < branchedOff;
}
