import { describe, expect, it } from 'vitest';
import type { MatchFacts } from '../matching/facts.ts';
import { readOsv } from '../ranges/osv.ts';
import { readVulnerabilityRecord } from '../records/read-record.ts';
import { firstPatchedVersions } from './first-patched.ts';
import type { NamedVersion, PackagePlan } from './model.ts';
import { planPackage } from './plan-package.ts';
import { planSet } from './plan-set.ts';

type Said = readonly [id: string, ...entries: object[]];

const range = (...events: object[]) => ({ ranges: [{ type: 'ECOSYSTEM', events }] });
const before = (fixed: string, introduced = '0') => range({ introduced }, { fixed });
const commits = (...events: object[]) => ({ ranges: [{ type: 'GIT', events }] });

function planOf(
  current: string | null,
  said: readonly Said[],
  { ecosystem = 'PyPI', held = [], aliases = [], state = 'ok' }: Partial<Given> = {},
): PackagePlan {
  const facts: MatchFacts = {
    question: { package: 'thing', version: current, ecosystem },
    collection: [],
    issues: [],
    found: said.flatMap(([id, ...entries]) =>
      readOsv({
        id,
        affected: entries.map((entry) => Object.assign({ package: { ecosystem, name: 'thing' } }, entry)),
      }).assertions.map((assertion) => ({ assertion, sha256: null })),
    ),
    aliases: aliases.map((ids) => ({ id: ids[0] ?? '', ids })),
    records: [],
    sources: [{ source: 'osv', state }],
  };
  return planPackage(facts, held);
}

interface Given {
  readonly ecosystem: string;
  readonly held: readonly NamedVersion[];
  readonly aliases: readonly (readonly string[])[];
  readonly state: string;
}

describe('why a finding stays', () => {
  it.each<[string, string | null, string, readonly Said[]]>([
    ['no_fix_known', null, 'an open range', [['A', range({ introduced: '0' })]]],
    ['fix_not_named', null, 'a last version', [['A', range({ introduced: '0' }, { last_affected: '2.0' })]]],
    ['malicious', null, 'malware', [['MAL-1', { versions: ['1.0'] }]]],
    ['only_commits', null, 'commits', [['A', commits({ introduced: 'a'.repeat(40) })]]],
    [
      'fixed_by_commit_only',
      null,
      'commits',
      [['A', commits({ introduced: 'a'.repeat(40) }, { fixed: 'b'.repeat(40) })]],
    ],
    ['bound_unreadable', null, 'no version', [['A', before('a fine day')]]],
    ['undecidable', null, 'a range of no type', [['A', { ranges: [{ type: 'MOON', events: [{ introduced: '0' }] }] }]]],
    ['no_versions_stated', null, 'nothing', [['A', {}]]],
    ['fix_is_prerelease', null, 'a pre-release', [['A', before('2.0rc1')]]],
    [
      'fix_opens_another',
      null,
      'another that begins there',
      [
        ['A', before('2.0')],
        ['B', range({ introduced: '2.0' })],
      ],
    ],
    [
      'fix_clears_fewer',
      '1.6',
      'three that no version clears at once',
      [
        ['A', before('1.5')],
        ['B', before('1.6')],
        ['C', before('1.5'), range({ introduced: '1.6' }, { fixed: '3.0' })],
        ['D', before('1.7', '1.0'), range({ introduced: '3.0' })],
      ],
    ],
  ])('%s, target %s: %s', (reason, _target, _words, said) => {
    const plan = planOf('1.0', said);

    expect(plan.stays.map((each) => each.reason)).toContain(reason);
    expect(plan.opens).toEqual([]);
  });

  it('where the release of the distribution is not named', () => {
    const facts = planOf('1.0-1', [['A', before('2.0-1')]], { ecosystem: 'Debian:12' });
    const unnamed = planPackage({
      question: { package: 'thing', version: '1.0-1', ecosystem: 'Debian' },
      collection: [],
      issues: [],
      found: readOsv({
        id: 'A',
        affected: [Object.assign({ package: { ecosystem: 'Debian:12', name: 'thing' } }, before('2.0-1'))],
      }).assertions.map((assertion) => ({ assertion, sha256: null })),
      aliases: [],
      records: [],
      sources: [{ source: 'osv', state: 'ok' }],
    });

    expect(facts).toMatchObject({ status: 'fix', target: '2.0-1' });
    expect(unnamed).toMatchObject({ status: 'no_fix', target: null, stays: [{ reason: 'release_not_named' }] });
    expect(unnamed.alternatives).toMatchObject([{ kind: 'unproven', version: '2.0-1', undecided: ['A'] }]);
  });
});

describe('what a target is', () => {
  it('takes versions that others hold, and no version that nobody names', () => {
    const said: readonly Said[] = [['A', range({ introduced: '0' }, { last_affected: '2.0' })]];

    expect(planOf('1.0', said, { held: [{ version: '2.1', by: 'repology debian' }] })).toMatchObject({
      status: 'fix',
      target: '2.1',
      namedBy: 'repology debian',
      crossesMajor: true,
    });
    expect(planOf('1.0', said).target).toBeNull();
  });

  it('is not what one record leaves undecided, though another of the same vulnerability is sure', () => {
    const said: readonly Said[] = [
      ['A', before('2.0')],
      ['B', before('a fine day')],
    ];

    const plan = planOf('1.0', said, { aliases: [['CVE-2026-1000', 'A', 'B']] });

    expect(plan).toMatchObject({ status: 'no_fix', target: null });
    expect(plan.alternatives).toMatchObject([{ kind: 'unproven', version: '2.0', undecided: ['CVE-2026-1000'] }]);
  });

  it('is what commits leave open and a range of the same vulnerability decides', () => {
    const said: readonly Said[] = [
      ['A', before('2.0')],
      ['B', commits({ introduced: 'a'.repeat(40) })],
    ];

    expect(planOf('1.0', said, { aliases: [['CVE-2026-1000', 'A', 'B']] })).toMatchObject({
      status: 'fix',
      target: '2.0',
    });
  });

  it('is vouched for only by a source that is up to date', () => {
    const fresh = planOf('1.0', [['A', before('2.0')]]);
    const stale = planOf('1.0', [['A', before('2.0')]], { state: 'stale' });

    expect(fresh.atTarget?.verdict).toBe('not_affected');
    expect(stale).toMatchObject({ target: '2.0', atTarget: { verdict: 'unknown' } });
    expect(planOf('2.0', [['A', before('2.0')]], { state: 'stale' }).status).toBe('unknown');
  });

  it('is searched for within bounds, and says where it was not', () => {
    // Builds, each of which has to be held against the records itself.
    const versions = Array.from({ length: 400 }, (_, i) => `2.${i}.0+b`);
    // Each is clear where all the others hold: every version clears some, and none clears all.
    const said = Array.from(
      { length: 90 },
      (_, n): Said => [`A-${n}`, { versions: ['1.0.0', ...versions.filter((_each, i) => i % 90 !== n)] }],
    );

    const plan = planOf('1.0.0', said, { ecosystem: 'npm' });

    expect(plan.candidates).toBe(400);
    expect(new Set(plan.stays.map(({ reason }) => reason))).toEqual(new Set(['not_all_tried']));
  });
});

function recordOf(value: unknown) {
  return readVulnerabilityRecord({ source: 'advisory', key: 'GHSA-a', value });
}

it('reads the patched versions of an advisory', () => {
  const advisory = {
    vulnerabilities: [
      { package: { ecosystem: 'pip', name: 'Some_Thing' }, first_patched_version: '1.2' },
      { package: { ecosystem: 'pip', name: 'some-thing' }, first_patched_version: { identifier: '2.1' } },
      { package: { ecosystem: 'npm', name: 'some-thing' }, first_patched_version: '3.0.0' },
      { package: { ecosystem: 'pip', name: 'some-thing' }, first_patched_version: null },
      null,
    ],
  };

  expect(firstPatchedVersions(recordOf({ ghsa_id: 'GHSA-a', ...advisory }), 'PyPI', 'some-thing')).toEqual([
    '1.2',
    '2.1',
  ]);
  expect(firstPatchedVersions(recordOf('nonsense'), 'PyPI', 'some-thing')).toEqual([]);
});

it('gives a package one version for all its places', () => {
  const plan = (status: PackagePlan['status'], current: string, target: string | null) => ({
    ecosystem: 'npm',
    package: 'thing',
    plan: { status, current, target },
  });

  const set = planSet([
    plan('fix', '2.0.0', '2.1.0'),
    plan('fix', '1.0.0', '1.9.0'),
    plan('clean', '3.0.0', null),
    plan('no_fix', '0.1.0', null),
  ]);

  expect(set).toEqual([
    {
      ecosystem: 'npm',
      package: 'thing',
      target: '2.1.0',
      crossesMajor: true,
      moves: ['1.0.0', '2.0.0'],
      keeps: ['3.0.0'],
      open: ['0.1.0'],
    },
  ]);
});
