import { describe, expect, it } from 'vitest';
import { type Commit, longestOutage, longestSilence, splitBrain } from '../support/ha/judge.ts';

const attempt = (sentAt: number, ok: boolean) => ({ sentAt, endedAt: sentAt + 10, ok });

describe('the longest outage', () => {
  it.each([
    ['none where all was answered', [attempt(0, true), attempt(100, true)], 0],
    [
      'from the first failure to the next success',
      [attempt(0, true), attempt(100, false), attempt(200, false), attempt(300, true)],
      210,
    ],
    [
      'the longer of two',
      [attempt(0, false), attempt(50, true), attempt(100, false), attempt(400, true), attempt(500, true)],
      310,
    ],
    ['up to the last attempt where none succeeded', [attempt(0, true), attempt(100, false), attempt(200, false)], 110],
  ])('is %s', (_what, attempts, expected) => {
    expect(longestOutage(attempts)).toBe(expected);
  });
});

it('the longest silence counts from before the fault, and not what was over by then', () => {
  expect(longestSilence([0, 9_000, 9_100, 12_000, 12_100], 9_050)).toBe(2_900);
  expect(longestSilence([0, 9_000, 9_100], 9_200)).toBe(0);
});

describe('a split brain', () => {
  const commit = (node: Commit['node'], timeline: number, sentAt: number): Commit => ({
    id: sentAt,
    node,
    timeline,
    sentAt,
    ackedAt: sentAt + 10,
  });

  it('is none when one node after the other acknowledges, and the first comes back', () => {
    expect(
      splitBrain([commit('db1', 1, 0), commit('db2', 2, 500), commit('db1', 3, 900), commit('db1', 3, 950)]),
    ).toEqual([]);
  });

  it('is none where an answer comes late to what was asked for in time', () => {
    const late = { ...commit('db1', 1, 0), ackedAt: 900 };
    expect(splitBrain([late, commit('db2', 2, 500)])).toEqual([]);
  });

  it('is every commit that the old primary acknowledges after the new one has', () => {
    const [old, again] = [commit('db1', 1, 600), commit('db1', 1, 700)];
    expect(splitBrain([commit('db1', 1, 0), commit('db2', 2, 500), old, again])).toEqual([old, again]);
  });

  it('is a commit of another node on the same timeline', () => {
    expect(splitBrain([commit('db1', 1, 0), commit('db2', 1, 5)])).toEqual([commit('db2', 1, 5)]);
  });
});
