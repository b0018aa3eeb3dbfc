import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { stateAt } from '../world/timeline.ts';
import type { Vulnerability } from '../world/vulnerability.ts';
import { DAY } from '../world/when.ts';
import { generated } from './generated.ts';

const START = Date.parse('2026-09-15T09:30:00Z');
const COUNT = 4000;
const entries = [...generated({ seed: 7, count: COUNT }).entries()];
const share = (holds: (entry: Vulnerability) => boolean) => entries.filter(holds).length / COUNT;

it('is the same for the same seed and another for another', () => {
  const [again, other] = [7, 8].map((seed) => JSON.stringify([...generated({ seed, count: COUNT }).entries()]));

  expect(again).toBe(JSON.stringify(entries));
  expect(other).not.toBe(again);
});

it('finds any entry without reading those before it', () => {
  const world = generated({ seed: 7, count: COUNT });

  expect(world.find(entries[1234]?.id ?? '')).toEqual(entries[1234]);
  expect(
    ['CVE-2026-1234', 'CVE-1999-9000001', 'CVE-2026-9999999', 'CVE-2026-9000000.5', ''].map((id) => world.find(id)),
  ).toEqual([null, null, null, null, null]);
});

it('gives every entry an id of its own', () => {
  expect(new Set(entries.map(({ id }) => id)).size).toBe(COUNT);
  expect(entries.every(({ id }) => /^CVE-20(19|2[0-6])-9\d{6}$/.test(id))).toBe(true);
});

it('yields lazily: the first entries of a world too large to hold', () => {
  const first = generated({ seed: 1, count: 1e9 }).entries()[Symbol.iterator]();

  expect([first.next().done, first.next().done]).toEqual([false, false]);
});

it('keeps nothing of what it has yielded', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const iterator = generated({ seed: 1, count: 20_000 }).entries()[Symbol.iterator]();
  const heapAfter = (count: number) => {
    for (let index = 0; index < count; index += 1) iterator.next();
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heapAfter(2000);

  const growth = heapAfter(15_000) - before;

  // Kept, they would take well over 1 kB each.
  expect(growth).toBeLessThan(5_000_000);
});

describe('the shape of the real list', () => {
  it.each<[string, (entry: Vulnerability) => boolean, number, number]>([
    ['rejected', ({ cveList }) => cveList?.[0].set.state === 'REJECTED', 0.02, 0.04],
    ['reserved only', ({ cveList }) => cveList === undefined, 0.01, 0.03],
    ['with a title', ({ facts }) => facts?.[0].set.title !== undefined, 0.5, 0.65],
    ['scored by the assigner', ({ facts }) => facts?.[0].set.scores !== undefined, 0.55, 0.7],
    ['exploited', ({ kev }) => kev !== undefined, 0.002, 0.009],
    ['with an advisory', ({ advisory }) => advisory !== undefined, 0.15, 0.25],
    ['enriched', ({ cveList }) => cveList?.[1]?.set.vulnrichment !== undefined, 0.6, 0.72],
    ['published within 30 days', (entry) => publishedBetween(entry, START - 30 * DAY, START), 0.003, 0.03],
    ['still to come', (entry) => publishedBetween(entry, START, START + 4 * DAY), 0.0005, 0.02],
  ])('%s', (_, holds, least, most) => {
    expect(share(holds)).toBeGreaterThanOrEqual(least);
    expect(share(holds)).toBeLessThanOrEqual(most);
  });

  it('keeps probabilities between 0 and 1', () => {
    const scores = entries.flatMap(
      ({ epss }) => epss?.flatMap(({ set }) => [set.score ?? 0, set.percentile ?? 0]) ?? [],
    );

    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
  });
});

function publishedBetween({ cveList }: Vulnerability, from: number, to: number): boolean {
  return stateAt(cveList, from, START) === null && stateAt(cveList, to, START) !== null;
}
