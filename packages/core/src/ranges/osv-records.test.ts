import { describe, expect, it } from 'vitest';
import { askPackage } from './ask.ts';
import type { Evaluation } from './model.ts';
import { readOsv } from './osv.ts';
import { claimInWords } from './words.ts';

const SEMVER_RANGE = { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.0' }] };

function record(affected: object, more: object = {}): object {
  return { id: 'X-1', affected: [{ package: { ecosystem: 'npm', name: 'p' }, ...affected }], ...more };
}

function ask(value: unknown, version: string | null, ecosystem = 'npm'): Evaluation | undefined {
  return askPackage(readOsv(value).assertions, { ecosystem, name: 'p', version })[0];
}

describe('parts of an OSV record that are not as the schema has them', () => {
  it.each<[string, object, string[]]>([
    ['nothing wrong', { ranges: [SEMVER_RANGE], versions: ['0.1.0'] }, []],
    ['nothing there', { ranges: null, versions: undefined }, []],
    ['a type that is unknown', { ranges: [{ ...SEMVER_RANGE, type: 'PHASE' }] }, ['range of an unknown type']],
    ['no type', { ranges: [{ events: SEMVER_RANGE.events }] }, ['range of an unknown type']],
    ['no beginning', { ranges: [{ type: 'SEMVER', events: [{ fixed: '1.0.0' }] }] }, ['range without introduced']],
    [
      'no events',
      { ranges: [{ type: 'SEMVER', events: [] }, { type: 'SEMVER', events: null }, { type: 'SEMVER' }] },
      [],
    ],
    ['events that are no list', { ranges: [{ type: 'SEMVER', events: {} }] }, ['event without a readable key']],
    [
      'an event without a key',
      { ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, {}] }] },
      ['event without a readable key'],
    ],
    ['a version that is a number', { versions: [1] }, ['versions or ranges of the wrong type']],
    ['versions that are no list', { versions: {} }, ['versions or ranges of the wrong type']],
    ['ranges that are no list', { ranges: 'all' }, ['versions or ranges of the wrong type']],
  ])('%s', (_name, affected, dropped) => {
    expect(readOsv(record(affected)).dropped).toEqual(dropped);
  });

  it('has nothing to say against an open range by itself, nor against a closed one beside versions', () => {
    const open = record({ ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] });
    const closed = record({ ranges: [SEMVER_RANGE], versions: ['1.5.0'] });

    expect(ask(open, '1.0.0')).toMatchObject({ verdict: 'affected', confidence: 'high' });
    expect(ask(closed, '0.5.0')).toMatchObject({ verdict: 'affected', confidence: 'high' });
  });

  it.each([
    [{ limit: 'soon' }, 'bound_unreadable'],
    [{ fixed: '*' }, 'bound_unreadable'],
  ])('the bound %j is none', (bound, reason) => {
    const value = record({ ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, bound] }] });

    expect(ask(value, '1.0.0')?.proof.reason).toBe(reason);
  });

  it('leaves commits in doubt where some were lost', () => {
    const commit = 'c'.repeat(40);
    const lost = record({ ranges: [{ type: 'GIT', events: 'gone' }] });

    const [found] = askPackage(readOsv(lost).assertions, { ecosystem: 'npm', name: 'p', commit });
    expect(found).toMatchObject({ verdict: 'unknown', proof: { reason: 'malformed', range: { kind: 'git' } } });
  });

  it('keeps the other packages when one is none', () => {
    const reading = readOsv({ id: 'X-1', affected: [null, 7, { package: { ecosystem: 'npm', name: 'p' } }] });

    expect(reading.assertions.map(({ record: { source, id }, subject }) => [source, id, subject.name])).toEqual([
      ['osv', 'X-1', 'p'],
    ]);
    expect(reading.dropped).toEqual(['affected is no object', 'affected is no object']);
  });

  it.each<[string, object, string]>([
    ['a lost event', { ranges: [{ type: 'SEMVER', events: [...SEMVER_RANGE.events, {}] }] }, 'unknown'],
    ['a lost version', { ranges: [SEMVER_RANGE], versions: [1] }, 'unknown'],
    ['no events at all', { ranges: [SEMVER_RANGE, { type: 'SEMVER', events: [] }] }, 'not_affected'],
    ['events that are no list', { ranges: [SEMVER_RANGE, { type: 'SEMVER', events: 'x' }] }, 'unknown'],
    ['ranges that are no list', { ranges: {}, versions: ['0.1.0'] }, 'unknown'],
  ])('%s leaves 2.0.0 %s', (_name, affected, verdict) => {
    expect(ask(record(affected), '2.0.0')?.verdict).toBe(verdict);
  });

  it('still finds what the readable part proves', () => {
    const lost = record({ ranges: [{ type: 'SEMVER', events: [...SEMVER_RANGE.events, {}] }] });

    expect(ask(lost, '0.5.0')?.verdict).toBe('affected');
  });

  it('shows what it could not read', () => {
    const odd = { type: 'PHASE', events: [{ introduced: '1' }, { fixed: '2' }] };

    expect(readOsv(record({ ranges: [odd] })).assertions[0]?.claims.map(claimInWords)).toEqual([
      '"introduced 1, fixed 2"',
    ]);
  });
});

describe('the order of an OSV range', () => {
  it.each([
    ['npm', 'SEMVER', '1.0.0', 'semver'],
    ['npm', 'ECOSYSTEM', '1.0.0', 'semver'],
    ['npm', 'SEMVER', '1.0', 'semver-like'],
    ['crates.io', 'ECOSYSTEM', '1.0.0', 'semver'],
    ['PyPI', 'ECOSYSTEM', '1.0', 'pypi'],
    ['PyPI', 'SEMVER', '1.0.0', 'semver'],
    ['PyPI', 'SEMVER', '1.0', 'pypi'],
    ['Go', 'SEMVER', '1.0.0', 'go'],
    ['Bitnami', 'SEMVER', '1.0.0', 'semver-like'],
    ['Nowhere', 'SEMVER', '1.0.0', 'semver'],
    ['Debian:12', 'ECOSYSTEM', '1.0-1', 'debian'],
  ])('in %s, type %s, fixed in %s: %s', (ecosystem, type, fixed, comparator) => {
    const ranges = [{ type, events: [{ introduced: '0' }, { fixed }] }];
    const value = record({ package: { ecosystem, name: 'p' }, ranges });

    expect(ask(value, '0.1.0', ecosystem)?.proof).toMatchObject({ comparator });
  });

  it('is SemVer where the type says so and nothing else is known, though a bound is not', () => {
    const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0' }] }];
    const value = record({ package: { ecosystem: 'Nowhere', name: 'p' }, ranges });

    expect(ask(value, '0.1.0', 'Nowhere')?.proof.reason).toBe('bound_unreadable');
  });

  it.each([
    ['SEMVER', 'semver'],
    ['ECOSYSTEM', 'ecosystem'],
  ])('%s is told as %s', (type, kind) => {
    expect(ask(record({ ranges: [{ ...SEMVER_RANGE, type }] }), '0.1.0')?.proof.range?.kind).toBe(kind);
  });
});

describe('versions listed beside commits', () => {
  const GIT = { type: 'GIT', events: [{ introduced: 'a'.repeat(40) }, { fixed: 'b'.repeat(40) }] };

  it.each([
    ['v1.0', '1.0', 'affected'],
    ['1.0', 'v1.0', 'affected'],
    ['v1.0', '1.0.0', 'unknown'],
    ['1.0', '1.1', 'unknown'],
  ])('the tag %s, asked for %s: %s', (tag, version, verdict) => {
    expect(ask(record({ ranges: [GIT], versions: [tag] }), version)?.verdict).toBe(verdict);
  });

  it('are versions of the registry where a range in versions stands beside them', () => {
    const both = record({ ranges: [GIT, SEMVER_RANGE], versions: ['1.5.0'] });

    expect(['1.5.0', 'v1.5.0', '2.0.0'].map((version) => ask(both, version)?.verdict)).toEqual([
      'affected',
      'unknown',
      'not_affected',
    ]);
  });

  it('and every commit affected, every version is', () => {
    const all = record({ ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] });

    expect(ask(all, '9.9.9')).toMatchObject({
      verdict: 'affected',
      proof: { reason: 'in_range', comparator: null, range: { words: 'commits from the beginning' } },
    });
  });
});

describe('the bound that an advisory keeps outside its range', () => {
  function known(expression: string, events: object[] = [{ introduced: '0' }]): object {
    return record({
      ranges: [{ type: 'SEMVER', events }],
      database_specific: { last_known_affected_version_range: expression },
    });
  }

  it.each<[string, object[], string]>([
    ['<= 1.2.3', [{ introduced: '0' }], 'every version up to and including 1.2.3'],
    ['< 1.2.3', [{ introduced: '1.0.0' }], 'from 1.0.0 up to but not including 1.2.3'],
    ['< 1.2.3', [{ introduced: '0' }, { fixed: '2.0.0' }], 'every version up to but not including 2.0.0'],
    [
      '<= 3.0.0',
      [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0' }],
      'every version up to but not including 1.0.0; or from 2.0.0 up to and including 3.0.0',
    ],
    ['> 1.0.0', [{ introduced: '0' }], 'every version'],
    ['not a range', [{ introduced: '0' }], 'every version'],
    ['<= soon', [{ introduced: '0' }], '"<= soon"'],
    ['<= 1.0.0', [{ introduced: '2.0.0' }], '"<= 1.0.0"'],
  ])('%s closes %j: %s', (expression, events, expected) => {
    expect(readOsv(known(expression, events)).assertions[0]?.claims.map(claimInWords)).toEqual([expected]);
  });

  it('is shown among the events, and does not touch commits', () => {
    const commits = { type: 'GIT', events: [{ introduced: 'a'.repeat(40) }] };
    const both = record({
      ranges: [commits, { type: 'SEMVER', events: [{ introduced: '0' }] }],
      database_specific: { last_known_affected_version_range: '<= 1.2.3' },
    });

    expect(ask(both, '1.2.3')?.proof).toMatchObject({
      caveats: ['bound_outside_range'],
      range: {
        events: [
          { type: 'introduced', version: '0' },
          { type: 'last_affected', version: '1.2.3' },
        ],
      },
    });
    expect(readOsv(both).assertions[0]?.claims.map(({ type }) => type)).toEqual(['git', 'range']);
  });

  it('leaves the range in doubt when it is no version', () => {
    expect(ask(known('<= soon'), '1.0.0')).toMatchObject({
      verdict: 'unknown',
      proof: { reason: 'bound_unreadable', caveats: [] },
    });
  });
});
