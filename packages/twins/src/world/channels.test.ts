import { expect, it } from 'vitest';
import { arrivesAt, CHANNELS, channelReachedAt, channelRevisionAt, headAt, revisionContains } from './channels.ts';
import { BRANCHES, commitId, commitOf } from './commits.ts';
import { DAY } from './when.ts';

const NOW = Date.parse('2026-09-15T09:30:00Z');
const MERGED = Date.parse('2026-08-01T12:00:00Z');

it('hides branch and second in an id of 40 digits, and nothing in others', () => {
  for (const branch of BRANCHES) {
    const id = commitId({ branch, at: MERGED }, 'x');

    expect(id).toMatch(/^[0-9a-f]{40}$/);
    expect(commitOf(id)).toEqual({ branch, at: MERGED });
  }
  expect([commitOf('0'.repeat(40)), commitOf('main'), commitOf('f'.repeat(39))]).toEqual([null, null, null]);
});

it('contains what was merged before, by way of staging, and what a release branched off with', () => {
  const master = commitId({ branch: 'master', at: MERGED });
  const staging = commitId({ branch: 'staging', at: MERGED });
  const early = commitId({ branch: 'master', at: Date.parse('2026-03-01T00:00:00Z') });
  const contains = (head: string, commit: string, now = NOW) => revisionContains(headAt(head, now) ?? '', commit);

  expect([contains('master', master), contains('master', master, MERGED - DAY)]).toEqual([true, false]);
  expect([contains('master', staging, MERGED + 5 * DAY), contains('master', staging, MERGED + 40 * DAY)]).toEqual([
    false,
    true,
  ]);
  expect([contains('nixos-26.05', master), contains('nixos-26.05', early)]).toEqual([false, true]);
  expect(arrivesAt({ branch: 'release-26.05', at: MERGED }, 'master')).toBeNull();
});

it.each(CHANNELS.map((channel) => [channel.name, channel] as const))(
  '%s comes to what it reaches when it says so',
  (_, channel) => {
    const commit = commitId({ branch: channel.follows, at: MERGED });
    const reached = channelReachedAt(channel, commit);

    if (reached === null) {
      expect(channel.status).toBe('unmaintained');
      expect(revisionContains(channelRevisionAt(channel, NOW + 400 * DAY), commit)).toBe(false);
      return;
    }
    expect(reached).toBeGreaterThan(MERGED);
    expect(reached).toBeLessThan(MERGED + 4 * DAY);
    expect(revisionContains(channelRevisionAt(channel, reached), commit)).toBe(true);
    expect(revisionContains(channelRevisionAt(channel, reached - 1000), commit)).toBe(false);
  },
);
