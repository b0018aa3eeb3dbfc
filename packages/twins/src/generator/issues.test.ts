import { expect, it } from 'vitest';
import { CHANNELS, channelReachedAt } from '../world/channels.ts';
import { commitId } from '../world/commits.ts';
import { instantOf } from '../world/when.ts';
import { generated } from './generated.ts';

const START = Date.parse('2026-09-15T09:30:00Z');
const entries = [...generated({ seed: 7, count: 9000, issues: 3000 }).entries()];
const tracked = entries.flatMap((entry) => (entry.issues ?? []).map((issue) => ({ entry, issue })));
const pulls = tracked.flatMap(({ issue }) => (issue.pulls ?? []).map((pull) => ({ issue, pull })));

it('has exactly as many issues as asked for, and every number once', () => {
  const numbers = [...tracked.map(({ issue }) => issue.number), ...pulls.map(({ pull }) => pull.number)];

  expect(tracked).toHaveLength(3000);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect([...generated({ seed: 7, count: 30 }).entries()].flatMap(({ issues = [] }) => issues)).toHaveLength(10);
  expect([...generated({ seed: 7, count: 30, issues: 0 }).entries()].some(({ issues }) => issues !== undefined)).toBe(
    false,
  );
});

it('has them in an order that can be: published, opened, a fix, its merge, its channels', () => {
  for (const { entry, issue } of tracked) {
    const published = entry.cveList?.[0].at;
    if (published === undefined) continue;
    expect(instantOf(issue.story[0].at, START)).toBeGreaterThan(instantOf(published, START));
  }
  const unstable = CHANNELS[0];
  for (const { issue, pull } of pulls) {
    const [opened, proposed] = [instantOf(issue.story[0].at, START), instantOf(pull.opened, START)];
    expect(proposed).toBeGreaterThan(opened);
    if (pull.merged === undefined) continue;
    const merged = instantOf(pull.merged, START);
    const commit = commitId({ branch: pull.base, at: merged });
    expect(merged).toBeGreaterThanOrEqual(proposed);
    expect(channelReachedAt(unstable, commit) ?? merged + 1).toBeGreaterThan(merged);
  }
});

it('has every kind of end', () => {
  const share = (holds: (issue: (typeof tracked)[number]['issue']) => boolean) =>
    tracked.filter(({ issue }) => holds(issue)).length / tracked.length;

  expect(share(({ story }) => story.at(-1)?.set.reason === 'completed')).toBeGreaterThan(0.3);
  expect(share(({ story }) => story.at(-1)?.set.reason === 'not_planned')).toBeGreaterThan(0.03);
  expect(share(({ story }) => story.at(-1)?.set.gone === 'deleted')).toBeGreaterThan(0.002);
  expect(share(({ story }) => story.length === 1)).toBeGreaterThan(0.2);
  expect(new Set(pulls.map(({ pull }) => pull.base))).toEqual(
    new Set(['master', 'staging', 'release-26.05', 'release-25.11']),
  );
});
