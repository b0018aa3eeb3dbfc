import { expect, it } from 'vitest';
import { rankChanges, type TypedChange } from './rank.ts';

const change = (kind: TypedChange['kind'], source: TypedChange['source'], day: number): TypedChange => ({
  kind,
  source,
  at: `2026-01-0${day}T00:00:00.000Z`,
});

it('puts the heaviest first, and counts a kind once for each source', () => {
  const ranked = rankChanges(
    new Map([
      ['edited daily', [1, 2, 3, 4].map((day) => change('description', 'osv', day))],
      ['exploited', [change('kev_added', 'kev', 1)]],
      ['rated twice', [change('severity', 'nvd', 2), change('severity', 'cve_list_v5', 3)]],
      ['not changed', []],
    ]),
  );

  expect(ranked.map(({ id, weight, changedAt }) => [id, weight, changedAt.slice(0, 10)])).toEqual([
    ['exploited', 10, '2026-01-01'],
    ['rated twice', 8, '2026-01-03'],
    ['edited daily', 1, '2026-01-04'],
  ]);
});

it('puts what changed last first among equals', () => {
  const ranked = rankChanges(
    new Map([
      ['earlier', [change('affected', 'osv', 1)]],
      ['later', [change('affected', 'osv', 2)]],
    ]),
  );

  expect(ranked.map(({ id }) => id)).toEqual(['later', 'earlier']);
});
