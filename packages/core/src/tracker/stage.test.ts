import { describe, expect, it } from 'vitest';
import { furthest, getProgress, isChannel, type PullStage } from './stage.ts';
import type { PullFacts, ReachFacts } from './tracked.ts';

const MERGED = '2026-03-02T00:00:00.000Z';

function pull(given: Partial<PullFacts>): PullFacts {
  return {
    number: 7,
    state: 'merged',
    base: 'master',
    createdAt: '2026-03-01T00:00:00.000Z',
    mergedAt: MERGED,
    cves: [],
    closes: [],
    backportOf: null,
    reached: [],
    ...given,
  };
}

const reach = (branch: string, reachedAt: string | null = null, revision: string | null = null): ReachFacts => ({
  branch,
  reachedAt,
  revision,
});

describe('the stage of a pull request', () => {
  it.each<[string, Partial<PullFacts>, PullStage, string[]]>([
    ['open', { state: 'open', mergedAt: null }, 'open', []],
    ['given up', { state: 'closed', mergedAt: null }, 'closed', []],
    ['in staging', { base: 'staging' }, 'staging', []],
    ['in the next staging', { base: 'staging-next' }, 'staging', []],
    ["in a release's staging", { base: 'staging-26.05' }, 'staging', []],
    ['in master', { base: 'master' }, 'master', []],
    ['from staging into master', { base: 'staging', reached: [reach('master')] }, 'master', []],
    ['in a release', { base: 'release-26.05' }, 'release', []],
    ['in a branch of its own', { base: 'python-updates' }, 'merged', []],
    ['in a branch that nobody names', { base: null }, 'merged', []],
    ['in a channel', { reached: [reach('nixos-unstable')] }, 'channel', ['nixos-unstable']],
    [
      'in several channels',
      {
        base: 'staging',
        reached: [reach('nixpkgs-unstable', '2026-03-09'), reach('master'), reach('nixos-unstable', '2026-03-08')],
      },
      'channel',
      ['nixos-unstable', 'nixpkgs-unstable'],
    ],
    [
      'said to be in a channel but not merged',
      { state: 'open', mergedAt: null, reached: [reach('nixos-unstable')] },
      'open',
      [],
    ],
  ])('%s', (_, given, stage, channels) => {
    const progress = getProgress(pull(given));

    expect(progress.stage).toBe(stage);
    expect(progress.channels.map(({ branch }) => branch)).toEqual(channels);
  });

  it('tells the way with its dates: pull request, staging, master, channels', () => {
    const { steps } = getProgress(
      pull({
        base: 'staging',
        reached: [
          reach('nixos-unstable', '2026-03-20T00:00:00.000Z', 'c'.repeat(40)),
          reach('staging', MERGED),
          reach('nixos-unstable-small', '2026-03-18T00:00:00.000Z'),
          reach('nixpkgs-unstable'),
          reach('master', '2026-03-15T00:00:00.000Z', 'b'.repeat(40)),
        ],
      }),
    );

    expect(steps).toEqual([
      { step: 'opened', branch: 'staging', at: '2026-03-01T00:00:00.000Z' },
      { step: 'merged', branch: 'staging', at: MERGED },
      { step: 'reached', branch: 'master', at: '2026-03-15T00:00:00.000Z', revision: 'b'.repeat(40) },
      { step: 'reached', branch: 'nixos-unstable-small', at: '2026-03-18T00:00:00.000Z' },
      { step: 'reached', branch: 'nixos-unstable', at: '2026-03-20T00:00:00.000Z', revision: 'c'.repeat(40) },
      { step: 'reached', branch: 'nixpkgs-unstable', at: null },
    ]);
  });

  it('of several takes the furthest', () => {
    expect(furthest(['open', 'channel', 'staging'])).toBe('channel');
    expect(furthest(['closed', 'open'])).toBe('open');
    expect(furthest([])).toBeNull();
  });

  it.each([
    ['nixos-unstable', true],
    ['nixos-26.05-small', true],
    ['nixpkgs-26.05-darwin', true],
    ['master', false],
    ['staging-next', false],
    ['release-26.05', false],
  ])('%s is a channel: %s', (branch, expected) => {
    expect(isChannel(branch)).toBe(expected);
  });
});
