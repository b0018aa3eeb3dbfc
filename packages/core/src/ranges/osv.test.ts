import { describe, expect, it } from 'vitest';
import { askPackage } from './ask.ts';
import type { Evaluation } from './model.ts';
import { readOsv } from './osv.ts';

type Events = Record<string, string>[];

function record(events: Events | null, more: object = {}, ecosystem = 'npm', type = 'SEMVER'): object {
  const ranges = events === null ? [] : [{ type, events }];
  return { id: 'OSV-1', affected: [{ package: { ecosystem, name: 'p' }, ranges, ...more }] };
}

function ask(value: unknown, version: string | null, ecosystem = 'npm'): Evaluation {
  const [evaluation] = askPackage(readOsv(value).assertions, { ecosystem, name: 'p', version });
  if (evaluation === undefined) throw new Error('no assertion about the package');
  return evaluation;
}

function known(expression: string): object {
  return record([{ introduced: '0' }], { database_specific: { last_known_affected_version_range: expression } });
}

describe('the OSV algorithm', () => {
  it.each<[string, Events, string, string]>([
    ['below introduced', [{ introduced: '1.2.0' }, { fixed: '1.4.0' }], '1.1.9', 'not_affected'],
    ['at introduced', [{ introduced: '1.2.0' }, { fixed: '1.4.0' }], '1.2.0', 'affected'],
    ['just below fixed', [{ introduced: '1.2.0' }, { fixed: '1.4.0' }], '1.3.99', 'affected'],
    ['a pre-release of the fix', [{ introduced: '1.2.0' }, { fixed: '1.4.0' }], '1.4.0-rc.1', 'affected'],
    ['at fixed', [{ introduced: '1.2.0' }, { fixed: '1.4.0' }], '1.4.0', 'not_affected'],
    ['at last_affected', [{ introduced: '0' }, { last_affected: '1.4.0' }], '1.4.0', 'affected'],
    ['above last_affected', [{ introduced: '0' }, { last_affected: '1.4.0' }], '1.4.1', 'not_affected'],
    ['introduced 0 is below everything', [{ introduced: '0' }, { fixed: '1.0.0' }], '0.0.0-alpha', 'affected'],
    ['no end', [{ introduced: '2.0.0' }], '99.0.0', 'affected'],
    [
      'unsorted, in the second interval',
      [{ fixed: '3.0.0' }, { introduced: '2.0.0' }, { fixed: '1.1.0' }, { introduced: '0' }],
      '2.5.0',
      'affected',
    ],
    [
      'unsorted, between the intervals',
      [{ fixed: '3.0.0' }, { introduced: '2.0.0' }, { fixed: '1.1.0' }, { introduced: '0' }],
      '1.5.0',
      'not_affected',
    ],
    ['a tie of introduced and fixed is empty', [{ introduced: '1.0.0' }, { fixed: '1.0.0' }], '1.0.0', 'not_affected'],
    [
      'a tie with last_affected is one version',
      [{ introduced: '1.0.0' }, { last_affected: '1.0.0' }],
      '1.0.0',
      'affected',
    ],
    [
      'of two ends at one version the fix wins',
      [{ introduced: '0' }, { last_affected: '1.0.0' }, { fixed: '1.0.0' }],
      '1.0.0',
      'not_affected',
    ],
    ['below the limit', [{ introduced: '1.0.0' }, { limit: '2.0.0' }], '1.9.0', 'affected'],
    ['at the limit', [{ introduced: '1.0.0' }, { limit: '2.0.0' }], '2.0.0', 'not_affected'],
    ['below one of two limits', [{ introduced: '1.0.0' }, { limit: '2.0.0' }, { limit: '3.0.0' }], '2.5.0', 'affected'],
    ['no limit', [{ introduced: '1.0.0' }, { limit: '*' }], '9.0.0', 'affected'],
    ['two keys in one event', [{ introduced: '1.0.0', fixed: '2.0.0' }], '2.0.0', 'not_affected'],
    ['introduced twice', [{ introduced: '0' }, { introduced: '1.0.0' }, { fixed: '2.0.0' }], '0.5.0', 'affected'],
  ])('%s', (_name, events, version, verdict) => {
    expect(ask(record(events), version).verdict).toBe(verdict);
  });

  it('holds a version affected if any range or the list says so', () => {
    const ranges = [
      { type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.1.0' }] },
      { type: 'SEMVER', events: [{ introduced: '2.0.0' }, { fixed: '2.1.0' }] },
    ];
    const both = record(null, { ranges, versions: ['5.0.0'] });

    expect(['1.0.5', '2.0.5', '5.0.0', '3.0.0'].map((version) => ask(both, version).verdict)).toEqual([
      'affected',
      'affected',
      'affected',
      'not_affected',
    ]);
  });

  it("matches listed versions by string, then by the ecosystem's equality", () => {
    const listed = { versions: ['1.0'] };

    expect(ask(record(null, listed, 'PyPI'), '1.0.0', 'PyPI').proof).toMatchObject({ reason: 'listed', listed: '1.0' });
    expect(ask(record(null, listed, 'CRAN'), '1.0.0', 'CRAN').verdict).toBe('not_affected');
  });

  it('matches a record without ranges and versions only when no version is given', () => {
    expect(ask(record(null), null)).toMatchObject({ verdict: 'affected', confidence: 'low' });
    expect(ask(record(null), '1.0.0')).toMatchObject({ verdict: 'unknown', proof: { reason: 'nothing_stated' } });
  });

  it('never matches a withdrawn record', () => {
    const withdrawn = { ...record([{ introduced: '0' }]), withdrawn: '2024-01-01T00:00:00Z' };

    expect(ask(withdrawn, '1.0.0')).toMatchObject({ verdict: 'not_affected', proof: { reason: 'withdrawn' } });
  });

  it('marks a match by an open range beside listed versions that do not list it', () => {
    const conflicting = record([{ introduced: '0' }], { versions: ['1.0.1'] });

    expect(ask(conflicting, '1.0.1')).toMatchObject({ verdict: 'affected', confidence: 'high' });
    expect(ask(conflicting, '1.0.0')).toMatchObject({
      verdict: 'affected',
      confidence: 'medium',
      proof: { caveats: ['open_range_beside_versions'] },
    });
  });

  it('takes the upper bound that the advisory database keeps outside the range', () => {
    expect(ask(known('<= 1.2.3'), '1.2.3').verdict).toBe('affected');
    expect(ask(known('<= 1.2.3'), '1.2.4')).toMatchObject({
      verdict: 'not_affected',
      confidence: 'medium',
      proof: { caveats: ['bound_outside_range'], bound: { type: 'last_affected', version: '1.2.3' } },
    });
    expect(ask(known('nonsense here'), '9.0.0').verdict).toBe('affected');
  });
});

describe('what cannot be decided is unknown, never clean', () => {
  it.each<[string, unknown, string | null, string]>([
    ['a bound that is no version', record([{ introduced: '0' }, { fixed: 'soon' }]), '1.0.0', 'bound_unreadable'],
    [
      'a version that is none',
      record([{ introduced: '0' }, { fixed: '1.0.0' }]),
      '123randomtext',
      'version_unreadable',
    ],
    ['no version', record([{ introduced: '0' }, { fixed: '1.0.0' }]), null, 'no_version'],
    ['a range of an unknown type', record([{ introduced: '0' }], {}, 'npm', 'PHASE'), '1.0.0', 'malformed'],
    ['a range without a beginning', record([{ fixed: '1.0.0' }]), '2.0.0', 'malformed'],
    [
      'an event of the wrong type',
      record([{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: 2 } as never]),
      '2.0.0',
      'malformed',
    ],
    [
      'commits without a graph',
      record([{ introduced: 'a'.repeat(40) }], {}, 'npm', 'GIT'),
      '1.0.0',
      'git_without_graph',
    ],
    [
      'versions of the wrong type',
      record([{ introduced: '0' }, { fixed: '1.0.0' }], { versions: '2.0.0' }),
      '2.0.0',
      'malformed',
    ],
  ])('%s', (_name, value, version, reason) => {
    expect(ask(value, version)).toMatchObject({ verdict: 'unknown', confidence: 'low', proof: { reason } });
  });

  it('an unknown ecosystem has no order, but listed versions still count', () => {
    const foreign = record([{ introduced: '0' }, { fixed: '2' }], { versions: ['1'] }, 'Nowhere', 'ECOSYSTEM');

    expect(ask(foreign, '1', 'Nowhere').verdict).toBe('affected');
    expect(ask(foreign, '3', 'Nowhere')).toMatchObject({ verdict: 'unknown', proof: { reason: 'scheme_unknown' } });
  });

  it('a listed version proves it in spite of an unreadable range', () => {
    expect(ask(record([{ introduced: '0' }, { fixed: 'soon' }], { versions: ['1.0.0'] }), '1.0.0').verdict).toBe(
      'affected',
    );
  });
});

describe('releases of a distribution', () => {
  const debian = record([{ introduced: '0' }, { fixed: '1.2-3' }], {}, 'Debian:12', 'ECOSYSTEM');

  it('answers for the release that the record names, and for no other', () => {
    expect(ask(debian, '1.2-2', 'Debian:12')).toMatchObject({ verdict: 'affected', confidence: 'high' });
    expect(askPackage(readOsv(debian).assertions, { ecosystem: 'Debian:11', name: 'p', version: '1.2-2' })).toEqual([]);
  });

  it('marks an answer to a question without a release', () => {
    expect(ask(debian, '1.2-2', 'Debian')).toMatchObject({
      confidence: 'low',
      proof: { caveats: ['release_not_named'] },
    });
  });

  it.each(['Alpine', 'Ubuntu'])('uses only listed versions for bare %s', (base) => {
    const release = base === 'Alpine' ? 'Alpine:v3.18' : 'Ubuntu:22.04:LTS';
    const listed = record([{ introduced: '0' }, { fixed: '2.0-r1' }], { versions: ['1.0-r0'] }, release, 'ECOSYSTEM');

    expect(ask(listed, '1.0-r0', base).verdict).toBe('affected');
    expect(ask(listed, '1.5-r0', base)).toMatchObject({ verdict: 'unknown', proof: { reason: 'release_not_named' } });
    expect(ask(listed, '1.5-r0', release).verdict).toBe('affected');
  });

  it('knows the long-term mark and the v as spellings', () => {
    const ubuntu = record([{ introduced: '0' }], {}, 'Ubuntu:22.04:LTS', 'ECOSYSTEM');

    expect(ask(ubuntu, '1', 'Ubuntu:22.04').verdict).toBe('affected');
  });
});

describe('commits', () => {
  const [introduced, fixed, other] = ['a', 'b', 'c'].map((digit) => digit.repeat(40));
  const git = record(null, {
    ranges: [{ type: 'GIT', events: [{ introduced }, { fixed }] }],
    versions: ['v1.0.0'],
  });
  const askCommit = (commit: string | undefined) =>
    askPackage(readOsv(git).assertions, { ecosystem: 'npm', name: 'p', commit: commit ?? '' })[0];

  it('knows the commits that the record names, whole or shortened', () => {
    expect(askCommit(introduced)?.verdict).toBe('affected');
    expect(askCommit(fixed?.slice(0, 12))?.verdict).toBe('not_affected');
    expect(askCommit(other)).toMatchObject({ verdict: 'unknown', proof: { reason: 'git_without_graph' } });
  });

  it('does not take silence about commits for a clean one', () => {
    const versions = record([{ introduced: '0' }, { fixed: '1.0.0' }]);

    const [evaluation] = askPackage(readOsv(versions).assertions, { ecosystem: 'npm', name: 'p', commit: other ?? '' });
    expect(evaluation).toMatchObject({ verdict: 'unknown', proof: { reason: 'no_version' } });
  });

  it('knows the tags that the record lists, with or without v', () => {
    expect(ask(git, '1.0.0').verdict).toBe('affected');
    expect(ask(git, '1.0.1').verdict).toBe('unknown');
  });

  it('leaves commits aside where the same range is given in versions', () => {
    const twice = record(null, {
      ranges: [
        { type: 'GIT', events: [{ introduced: '0' }, { fixed }] },
        { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.0' }] },
      ],
    });

    expect(ask(twice, '1.0.0').verdict).toBe('not_affected');
  });
});
