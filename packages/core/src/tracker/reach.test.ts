import { describe, expect, it } from 'vitest';
import { askAgainAt, branchesBeyond, findGate, isContained, releasesSince } from './reach.ts';

const NOW = new Date('2026-09-15T09:30:00Z');
const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);
const ROLLING = ['nixos-unstable-small', 'nixpkgs-unstable', 'nixos-unstable'];

describe('where a merged pull request goes', () => {
  it.each<[string, number, string[]]>([
    ['master', 3, ROLLING],
    ['staging', 3, ['master', ...ROLLING]],
    ['staging-next', 3, ['master', ...ROLLING]],
    ['haskell-updates', 3, ['master', ...ROLLING]],
    ['release-26.05', 3, ['nixos-26.05']],
    ['staging-26.05', 3, ['release-26.05', 'nixos-26.05']],
    ['staging-next-26.05', 3, ['release-26.05', 'nixos-26.05']],
    ['master', 150, [...ROLLING, 'nixos-26.05']],
    ['master', 350, [...ROLLING, 'nixos-25.11', 'nixos-26.05']],
    ['master', 3000, [...ROLLING, 'nixos-25.11', 'nixos-26.05']],
  ])('%s, %d days ago', (base, days, branches) => {
    expect(branchesBeyond({ base, mergedAt: ago(days) }, NOW)).toEqual(branches);
  });

  it('passes master or the release on the way', () => {
    expect(['master', 'release-26.05', 'nixos-unstable', 'nixos-26.05'].map((name) => findGate([name]))).toEqual([
      'master',
      'release-26.05',
      null,
      null,
    ]);
    expect(findGate([])).toBeNull();
  });

  it('may meet a release that branches off this month', () => {
    expect(releasesSince(new Date('2026-11-10T00:00:00Z'), new Date('2026-11-20T00:00:00Z'))).toEqual(['26.11']);
    expect(releasesSince(new Date('2026-11-10T00:00:00Z'), new Date('2026-11-12T00:00:00Z'))).toEqual([]);
  });
});

describe('when to ask again', () => {
  it.each<[string, string, number, number | null]>([
    ['master', 'nixos-unstable', 2, 0],
    ['master', 'nixos-unstable', 60, 1],
    ['master', 'nixos-unstable', 300, null],
    ['release-25.11', 'nixos-25.11', 60, 1],
    ['master', 'nixos-26.05', 60, null],
    ['master', 'nixos-26.05', 10, 0],
  ])('%s to %s after %d days', (base, branch, days, later) => {
    const at = askAgainAt({ base, mergedAt: ago(days) }, branch, NOW);

    expect(at).toEqual(later === null ? null : new Date(NOW.getTime() + later * DAY));
  });
});

it.each([
  ['behind', true],
  ['identical', true],
  ['ahead', false],
  ['diverged', false],
  ['sideways', null],
])('a comparison that says %s', (status, contained) => {
  expect(isContained(status)).toBe(contained);
});
