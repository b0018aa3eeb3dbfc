import { expect, it } from 'vitest';
import { instantOf } from '../world/when.ts';
import { famousRecords, famousWorld } from './famous-world.ts';
import { REPAIRS } from './repairs.ts';
import { publishedOf } from './vulnerability-of.ts';

/** Some time after the newest fact: whoever starts the demo later has younger issues. */
const START = Date.parse('2026-09-01T00:00:00Z');

it('no made-up issue is older than its CVE, nor closed or repaired before it was opened', () => {
  const published = new Map(
    famousRecords().map((record) => [record.id, record.cve?.dates.at(-2) ?? publishedOf(record)]),
  );

  const wrong = REPAIRS.flatMap(({ number, cve, opened, closed, pull, backported }) => {
    const steps = [{ at: published.get(cve) ?? '' }, opened, pull?.opened, pull?.merged];
    const instants = [...steps, backported, closed].flatMap((when) =>
      when === undefined ? [] : [instantOf(when, START)],
    );
    return instants.every((at, i) => i === 0 || at >= (instants[i - 1] ?? 0)) ? [] : [`${number} ${cve}`];
  });

  expect(wrong).toEqual([]);
  expect(REPAIRS.length).toBeGreaterThan(100);
});

it('each is about a vulnerability and a package of the demo', () => {
  const issues = [...famousWorld.entries()].flatMap(({ issues = [] }) => issues);

  expect(new Set(issues.map(({ number }) => number))).toEqual(new Set(REPAIRS.map(({ number }) => number)));
});
