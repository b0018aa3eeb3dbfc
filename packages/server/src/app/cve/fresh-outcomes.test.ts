import { describe, expect, it } from 'vitest';
import type { RefreshResult } from '../sources/request-refresh.ts';
import { freshOutcomes, freshWord, missingOf } from './fresh-outcomes.ts';

const at = new Date('2026-11-15T08:00:00.000Z');
const done: RefreshResult = { outcome: 'done', at };
const none: RefreshResult = { outcome: 'unknown', state: null, at };
const away: RefreshResult = { outcome: 'unreachable', error: 'reset', limited: false, at };
const limited: RefreshResult = { outcome: 'unreachable', error: 'answers 429', limited: true, at };
const late: RefreshResult = { outcome: 'timeout' };

type Stored = NonNullable<Parameters<typeof freshOutcomes>[1]>;
const stored = (...hashes: string[]) =>
  ({
    records: hashes.map((sha256, i) => ({ source: 'osv', key: `GHSA-${i}`, sha256 })),
    evidence: { epss: null, idService: null },
  }) as unknown as Stored;

describe('what came of asking a source', () => {
  it.each<[string, RefreshResult[], string[], string[], string]>([
    ['nobody asked it', [], ['a'], ['a'], 'not_asked'],
    ['it says the same', [done], ['a'], ['a'], 'unchanged'],
    ['it says something else', [done], ['a'], ['b'], 'refreshed'],
    ['it has one record more', [done, done], ['a'], ['a', 'b'], 'refreshed'],
    ['it has none', [none], [], [], 'no_record'],
    ['it has one of two', [none, done], ['a'], ['a'], 'unchanged'],
    ['it is away', [away], ['a'], ['a'], 'unreachable'],
    ['it is asked often enough', [limited], ['a'], ['a'], 'limited'],
    ['it takes too long', [late], ['a'], ['a'], 'timed_out'],
    ['half of it came', [done, away], ['a'], ['b'], 'unreachable'],
  ])('%s', (_name, results, before, after, outcome) => {
    const asked = results.map((result) => ({ source: 'osv' as const, result }));

    const row = freshOutcomes(asked, stored(...before), stored(...after)).find(({ source }) => source === 'osv');

    expect(row?.outcome).toBe(outcome);
    expect(row?.askedAt).toBe(results.some((result) => 'at' in result) ? at.toISOString() : null);
  });

  it.each<[string, RefreshResult[], string, string[]]>([
    ['all have answered', [done, none], 'done', []],
    ['one is missing', [done, away], 'partial', ['nvd']],
    ['one is late, one limited', [limited, late], 'timed_out', ['nvd', 'osv']],
    ['nobody was asked', [], 'done', []],
  ])('in a word, where %s', (_name, results, word, missing) => {
    const sources = ['osv', 'nvd'] as const;
    const asked = results.map((result, i) => ({ source: sources[i] ?? 'osv', result }));

    const outcomes = freshOutcomes(asked, stored('a'), stored('a'));

    expect(freshWord(outcomes)).toBe(word);
    expect([...missingOf(outcomes)].toSorted()).toEqual(missing);
  });

  it('has a row for every source, also when nobody was asked', () => {
    const rows = freshOutcomes([], null, null);

    expect(rows.map(({ source }) => source)).toContain('kev');
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['not_asked']));
  });
});
