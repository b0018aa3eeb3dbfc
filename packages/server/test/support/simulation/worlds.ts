import {
  CHANNEL_NAMES,
  channelMovedAt,
  channelNamed,
  channelRevisionAt,
  channels,
  dependencies,
  packages,
  repology,
  type TwinDefinition,
} from '@almanac/twins';
import type { WorldSource } from '../faults/sources.ts';
import { type Step, standing, type Truths, truthAtOf, truthsOf, type WorldStory } from '../faults/story.ts';
import { BEGINNING, type Chance, DAY, HOUR } from './plan.ts';
import { trackerStory } from './tracker.ts';

export function worldStory(id: WorldSource, steps: readonly Step[], days: number, chance: Chance): WorldStory {
  if (id === 'nixpkgs') return trackerStory(steps, days, chance);
  if (id === 'channels') return { ...channelTruths(days), define: () => channels() };
  if (id === 'packages')
    return {
      ...rollingTruths(steps, (number) => `${ROLLING}/${attributeOf(number)}`, versionOf),
      define: () => packages(collectionOf(steps)),
    };
  return {
    ...rollingTruths(steps, (number) => `${attributeOf(number)}.x86_64-linux`, derivationOf),
    define: () => dependencies(evaluationOf(steps)),
  };
}

const ROLLING = 'nixos-unstable';
export const attributeOf = (number: number) => `harbour-${number}`;
const versionOf = ({ mark }: Step) => mark;
const derivationOf = ({ number, mark }: Step) => `${attributeOf(number)}-${mark}`;

/** The version aggregator with a project for each record, in two repositories. */
export function repologyTwin(steps: readonly Step[]): TwinDefinition {
  return repology(
    (now) =>
      new Map(
        standing(steps, now).map(({ number, mark: version }) => {
          const srcname = attributeOf(number);
          return [srcname, ['nix_unstable', 'arch'].map((repo) => ({ repo, srcname, version, status: 'newest' }))];
        }),
      ),
    { budget: 1_000 },
  );
}

function collectionOf(steps: readonly Step[]): NonNullable<Parameters<typeof packages>[0]> {
  return {
    size: steps.length,
    packagesAt: (_branch, at) =>
      standing(steps, at).map((step) => ({ attribute: attributeOf(step.number), state: { version: versionOf(step) } })),
  };
}

/** Each is built from two others, which change from revision to revision. */
function evaluationOf(steps: readonly Step[]): NonNullable<Parameters<typeof dependencies>[0]> {
  return {
    packagesAt: (at) =>
      standing(steps, at).map((step) => ({
        attribute: attributeOf(step.number),
        name: derivationOf(step),
        inputs: step.number === 0 ? [] : [0, Math.floor(step.at / HOUR) % step.number].map(attributeOf),
        unnamed: step.number % 3,
      })),
  };
}

/** What the collection had when the revision was made at which the rolling channel is. */
function rollingTruths(
  steps: readonly Step[],
  keyOf: (number: number) => string,
  markOf: (step: Step) => string,
): Truths {
  const marked = steps.map((step) => ({ ...step, mark: markOf(step) }));
  const truths = truthsOf(
    Map.groupBy(marked, ({ number }) => keyOf(number)),
    false,
  );
  const madeAt = (instant: number) => channelMovedAt(rolling, instant) - rolling.lagMs;
  const rolling = traitOf(ROLLING);
  return {
    truthOf: (key, instant) => truths.truthOf(key, madeAt(instant)),
    truthAt: (instant) => truths.truthAt(madeAt(instant)),
    marksOf: truths.marksOf,
  };
}

/** Channels move by themselves. */
function channelTruths(days: number): Truths {
  const revisions = new Map(CHANNEL_NAMES.map((name) => [name, revisionsOf(name, days)]));
  const truthOf = (key: string, instant: number) =>
    revisions.has(key) ? { mark: channelRevisionAt(traitOf(key), instant), withdrawn: false } : null;
  return {
    truthOf,
    truthAt: (instant) => truthAtOf(revisions.keys(), (key) => truthOf(key, instant)),
    marksOf: (key) => revisions.get(key) ?? [],
  };
}

function revisionsOf(name: string, days: number): string[] {
  const channel = traitOf(name);
  const revisions = new Set<string>();
  for (let at = BEGINNING - 3 * DAY; at < BEGINNING + (days + 5) * DAY; at += channel.everyMs)
    revisions.add(channelRevisionAt(channel, at));
  return [...revisions];
}

function traitOf(name: string): NonNullable<ReturnType<typeof channelNamed>> {
  const channel = channelNamed(name);
  if (channel === null) throw new RangeError(`no channel ${name}`);
  return channel;
}
