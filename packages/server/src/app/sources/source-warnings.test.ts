import { describe, expect, it } from 'vitest';
import type { ReconciliationFacts } from '../../queries/source-watch.ts';
import { judgeWarnings, type WarningFacts } from './source-warnings.ts';

const checkedAt = new Date('2026-11-15T12:00:00Z');
const hoursAgo = (hours: number) => new Date(checkedAt.getTime() - hours * 3_600_000);
const quiet: WarningFacts = {
  state: 'ok',
  expectedChangeSeconds: 86_400,
  checkedAt,
  changedAt: hoursAgo(1),
  frozen: [],
  failing: [],
  canaries: [],
  reconciliations: [],
  notices: [],
};
const warningsOf = (facts: Partial<WarningFacts>) => judgeWarnings({ ...quiet, ...facts });

describe('a source that stands still', () => {
  it.each<[string, Partial<WarningFacts>, number]>([
    ['changed in time', {}, 0],
    ['changed just in time', { changedAt: hoursAgo(24) }, 0],
    ['has not changed as expected', { changedAt: hoursAgo(25) }, 1],
    ['has no expected time', { changedAt: hoursAgo(9000), expectedChangeSeconds: null }, 0],
    ['was never read', { checkedAt: null, changedAt: null }, 0],
    // Whether it would have changed since, nobody knows: it is stale, not frozen.
    ['was last read soon after its last change', { checkedAt: hoursAgo(100), changedAt: hoursAgo(101) }, 0],
  ])('%s', (_name, facts, count) => {
    expect(warningsOf(facts)).toHaveLength(count);
  });

  it('says since when and how long', () => {
    expect(warningsOf({ changedAt: hoursAgo(73) })).toEqual([
      {
        code: 'NOT_CHANGED_AS_EXPECTED',
        since: hoursAgo(73).toISOString(),
        detail: 'no change for 3 days; expected within 24 hours',
      },
    ]);
  });

  it('names some of its parts and counts the rest', () => {
    const frozen = Array.from({ length: 12 }, (_, i) => ({
      part: `P${i}`,
      changedAt: hoursAgo(1000 - i).toISOString(),
      expectedChangeSeconds: 604_800,
    }));

    const [warning] = warningsOf({ frozen });

    expect(warning).toMatchObject({ code: 'NOT_CHANGED_AS_EXPECTED', since: hoursAgo(1000).toISOString() });
    expect(warning?.detail).toMatch(/ P0, .* P9 and 2 more$/);
  });
});

it.each<[WarningFacts['state'], number]>([
  ['ok', 1],
  ['held', 1],
  ['stale', 1],
  // There it is the reason, and said by the last error.
  ['unreachable', 0],
])('names a channel that fails while the source is %s', (state, count) => {
  const failing = [{ channel: 'sweep', error: 'osv: ecosystems.txt names no ecosystem', since: hoursAgo(5) }];

  expect(warningsOf({ state, failing })).toEqual(
    Array.from({ length: count }, () => ({
      code: 'CHANNEL_FAILING',
      since: hoursAgo(5).toISOString(),
      detail: 'sweep: osv: ecosystems.txt names no ecosystem',
    })),
  );
});

it('names each canary that is not as it was', () => {
  const canaries = [
    { key: 'A', outcome: 'missing', detail: null, since: hoursAgo(3) },
    { key: 'B', outcome: 'changed', detail: 'state is "REJECTED", not "PUBLISHED"', since: hoursAgo(2) },
  ] as const;

  expect(warningsOf({ canaries })).toEqual([
    { code: 'CANARY_MISSING', since: hoursAgo(3).toISOString(), detail: 'A is missing' },
    { code: 'CANARY_CHANGED', since: hoursAgo(2).toISOString(), detail: 'B: state is "REJECTED", not "PUBLISHED"' },
  ]);
});

describe('a list that was compared', () => {
  const equal: ReconciliationFacts = {
    basis: 'ids',
    at: checkedAt,
    missing: 0,
    unreadable: 0,
    extra: 0,
    examples: [],
  };
  const counted = { ...equal, basis: 'count' } as const;

  it.each<[string, ReconciliationFacts[], number]>([
    ['is equal', [equal], 0],
    ['is longer', [{ ...equal, missing: 1 }], 1],
    ['is longer by what could not be read', [{ ...equal, missing: 2, unreadable: 2 }], 0],
    ['is longer by more than could not be read', [{ ...equal, missing: 3, unreadable: 2 }], 1],
    ['is shorter', [{ ...equal, extra: 1 }], 1],
    ['was different the time before', [equal, { ...equal, missing: 1 }], 0],
    ['has another length for the first time', [{ ...counted, missing: 1 }], 0],
    [
      'has another length once more',
      [
        { ...counted, missing: 1 },
        { ...counted, extra: 1 },
      ],
      1,
    ],
    ['has another length again', [{ ...counted, missing: 1 }, counted], 0],
  ])('%s', (_name, reconciliations, count) => {
    expect(warningsOf({ reconciliations })).toHaveLength(count);
  });

  it('is told with examples', () => {
    const reconciliations = [{ ...equal, missing: 3, unreadable: 1, extra: 2, examples: ['a', 'b', 'c', 'd'] }];

    expect(warningsOf({ reconciliations })).toEqual([
      {
        code: 'IDS_DIFFER',
        since: checkedAt.toISOString(),
        detail: '2 records are missing here, 2 are missing upstream, such as a, b, c',
      },
    ]);
  });
});
