import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../test/matching-entry.ts';
import { readOsv } from '../../ranges/osv.ts';
import { purlQuestion } from '../../scan/purl-question.ts';
import type { FoundAssertion, MatchFacts, MatchQuestion } from '../facts.ts';
import { matchPackage } from '../match-package.ts';
import {
  answerForName,
  mostTelling,
  type PackageVerdict,
  type UnknownReason,
  type VerdictAnswer,
  worstVerdict,
} from './verdict.ts';

function said(verdict: PackageVerdict, ...unknownReasons: readonly UnknownReason[]) {
  return { verdict, unknownReasons };
}

function answer(purl: string, vulnerability?: string) {
  const { question } = purlQuestion(purl);
  if (question === null) throw new Error(`${purl} asks nothing`);
  return matchPackage({
    question,
    ...(vulnerability === undefined ? {} : { vulnerability: new Set([vulnerability]) }),
    collection: [],
    issues: [],
    found: [],
    aliases: [],
    records: [],
    sources: [{ source: 'osv', state: 'ok' }],
  });
}

it.each([
  ['pkg:npm/a@1.0.0', 'npm', 'a'],
  ['pkg:deb/debian/libssl3@3.0.11-1?upstream=openssl&distro=debian-12', 'Debian:12', 'openssl'],
  ['pkg:apk/alpine/libcrypto3@3.1.4-r1?upstream=openssl&distro=alpine-3.18', 'Alpine:v3.18', 'openssl'],
  ['pkg:rpm/almalinux/openssl-libs@3.0.7-6.el9?distro=almalinux-9', 'AlmaLinux:9', 'openssl-libs'],
])('none known of %s: %s %s was looked up', (purl, ecosystem, name) => {
  expect(answer(purl)).toMatchObject({
    verdict: 'none_known',
    verdictReason: `OSV is up to date and has no record of ${name} in ${ecosystem}.`,
    lookedUp: { ecosystem, name, vulnerability: null, sources: ['osv'] },
  });
});

it.each([
  ['pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12', 'source_package_unknown'],
  ['pkg:rpm/rocky/openssl-libs@3.0.7-6.el9?distro=rocky-9', 'source_package_unknown'],
  ['pkg:rpm/almalinux/vim@8.0.1763-19.el8?arch=src&distro=almalinux-8.10', 'built_package_unknown'],
  ['pkg:github/madler/zlib@v1.3', 'repository_kind_unknown'],
  ['pkg:maven/log4j-core@2.14.0', 'name_incomplete'],
])('nothing is known about %s: %s', (purl, reason) => {
  const { verdict, unknownReasons, lookedUp } = answer(purl);

  expect({ verdict, unknownReasons, lookedUp }).toEqual({ verdict: 'unknown', unknownReasons: [reason] });
});

it('none known of one vulnerability says which', () => {
  expect(answer('pkg:npm/a@1.0.0', 'CVE-2026-0001')).toMatchObject({
    verdictReason: 'OSV is up to date and has no record of a in npm under CVE-2026-0001.',
    lookedUp: { vulnerability: 'CVE-2026-0001' },
  });
});

it.each<[PackageVerdict, readonly UnknownReason[], readonly Pick<VerdictAnswer, 'verdict' | 'unknownReasons'>[]]>([
  ['unknown', ['package_unknown'], []],
  ['affected', [], [said('not_affected'), said('affected'), said('unknown', 'source_stale')]],
  [
    'unknown',
    ['version_missing', 'source_stale'],
    [said('unknown', 'source_stale'), said('none_known'), said('unknown', 'version_missing', 'source_stale')],
  ],
  ['not_affected', [], [said('none_known'), said('not_affected')]],
  ['none_known', [], [said('none_known')]],
])('several packages come to %s %j', (verdict, unknownReasons, answers) => {
  expect(worstVerdict(answers)).toEqual({ verdict, unknownReasons });
});

it.each<[number | undefined, readonly (PackageVerdict | null)[]]>([
  [1, ['not_affected', 'affected', 'unknown']],
  [2, ['not_affected', 'none_known', 'unknown', 'unknown']],
  [1, ['not_affected', null]],
  [0, ['not_affected', 'none_known']],
  [undefined, []],
])('of several places, the one at %j is shown: %j', (place, verdicts) => {
  const places = verdicts.map((verdict, at) => ({ verdict, at }));

  expect(mostTelling(places, ({ verdict }) => verdict)?.at).toBe(place);
});

it('an answer that holds for every unknown name is told for each', () => {
  const none = answer('pkg:npm/a@1.0.0');
  const { verdict, verdictReason } = answerForName(none, { package: 'b', version: '1.0.0', ecosystem: 'npm' });

  expect([verdict, verdictReason]).toEqual(['none_known', 'OSV is up to date and has no record of b in npm.']);
  const { lookedUp: _, ...other } = none;
  expect(answerForName(other, { package: 'b', version: '1.0.0' })).toBe(other);
});

describe('the reasons for what is unknown', () => {
  const ok = ['cve_list_v5', 'osv', 'packages'].map((source) => ({ source, state: 'ok' }));
  const osv = (ecosystem: string, fixed: string, more: object = {}): FoundAssertion[] =>
    readOsv({
      id: 'GHSA-1',
      affected: [
        {
          package: { ecosystem, name: 'harbour' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
        },
      ],
      ...more,
    }).assertions.map((assertion) => ({ assertion, sha256: null }));
  const speaker = (ecosystem: string) => [{ subject: { ecosystem, vendor: null, name: 'harbour' }, sources: ['osv'] }];

  function verdict(question: Partial<MatchQuestion>, more: Partial<MatchFacts> = {}): string {
    const { verdict, unknownReasons } = matchPackage({
      question: { package: 'harbour', version: '1.5', ...question },
      collection: [],
      issues: [],
      found: [],
      aliases: [],
      records: [],
      sources: ok,
      ...more,
    });
    return [verdict, ...unknownReasons].join(' ');
  }

  const npm = { ecosystem: 'npm' };
  it.each<[string, string, Partial<MatchQuestion>, Partial<MatchFacts>?]>([
    ['affected', 'a range that includes it', npm, { found: osv('npm', '2.0') }],
    ['not_affected', 'a range that excludes it', npm, { found: osv('npm', '1.0') }],
    ['unknown version_missing', 'no version', { ...npm, version: null }, { found: osv('npm', '2.0') }],
    ['none_known', 'no version, of a name that nobody has', { ...npm, version: null }],
    [
      'unknown version_missing',
      'no version, of a name that somebody has',
      { ...npm, version: null },
      { speakers: speaker('npm') },
    ],
    ['not_affected', 'records that surely exclude it', npm, { speakers: speaker('npm') }],
    ['none_known', 'records of another name', npm, { speakers: speaker('PyPI') }],
    [
      'none_known',
      'records of other vulnerabilities',
      npm,
      { speakers: speaker('npm'), vulnerability: new Set(['CVE-2026-0001']) },
    ],
    ['unknown release_unknown', 'records of some release', { ecosystem: 'Debian' }, { speakers: speaker('Debian:12') }],
    [
      'unknown release_unknown possible_match',
      'a range of some release',
      { ecosystem: 'Debian' },
      { found: osv('Debian:12', '2.0') },
    ],
    ['not_affected', 'records of its release', { ecosystem: 'Debian:12' }, { speakers: speaker('Debian:12') }],
    ['none_known', 'records of another release', { ecosystem: 'Debian:12' }, { speakers: speaker('Debian:11') }],
    [
      'not_affected',
      'records of some release and of all',
      { ecosystem: 'Debian' },
      { speakers: [...speaker('Debian:12'), ...speaker('Debian')] },
    ],
    [
      'unknown version_unreadable',
      'a version that cannot be read',
      { ...npm, version: 'moon' },
      { found: osv('npm', '2.0.0') },
    ],
    ['unknown range_unreadable', 'a range that cannot be read', npm, { found: osv('npm', 'soon') }],
    ['unknown source_package_unknown', 'a gap', { ...npm, gaps: ['source_package_unknown'] }],
    [
      'not_affected',
      'a gap, and records of the name',
      { ...npm, gaps: ['source_package_unknown'] },
      { speakers: speaker('npm') },
    ],
    ['unknown limit_reached', 'more records than can be evaluated', npm, { complete: false }],
    ['unknown source_stale', 'a stale source', npm, { sources: [{ source: 'osv', state: 'stale' }] }],
    ['unknown not_covered', 'a disabled source', npm, { sources: [{ source: 'osv', state: 'disabled' }] }],
    [
      'unknown not_covered',
      'a source that is not configured',
      npm,
      { sources: [{ source: 'osv', state: 'not_configured' }] },
    ],
    [
      'unknown not_covered',
      'a source that does not cover it',
      npm,
      { sources: [{ source: 'osv', state: 'not_covered' }] },
    ],
    ['unknown not_covered', 'a source that was not asked', npm, { sources: [] }],
    ['unknown package_unknown', 'a name that nobody has', {}],
    [
      'none_known',
      'a name that somebody has',
      {},
      { speakers: [{ subject: { ecosystem: 'Debian:12', vendor: null, name: 'harbour' }, sources: ['osv'] }] },
    ],
    ['none_known', 'a name of the collection', {}, { collection: [entryOf('harbour')] }],
    [
      'none_known',
      'a language without an ecosystem, and a stale registry',
      { package: 'lua54Packages.harbour' },
      {
        collection: [entryOf('lua54Packages.harbour')],
        sources: [
          { source: 'osv', state: 'stale' },
          { source: 'cve_list_v5', state: 'ok' },
          { source: 'packages', state: 'ok' },
        ],
      },
    ],
    [
      'unknown source_stale',
      'a language with an ecosystem, and a stale registry',
      { package: 'python312Packages.harbour' },
      {
        collection: [entryOf('python312Packages.harbour', { ecosystem: 'PyPI', ecosystemName: 'harbour' })],
        sources: [
          { source: 'osv', state: 'stale' },
          { source: 'cve_list_v5', state: 'ok' },
          { source: 'packages', state: 'ok' },
        ],
      },
    ],
    [
      'unknown possible_match',
      'one vulnerability, that a distribution patched',
      {},
      { collection: [entryOf('harbour')], found: osv('Debian:12', '1.0'), vulnerability: new Set(['GHSA-1']) },
    ],
    [
      'none_known',
      'one vulnerability, whose module a distribution patched',
      {},
      {
        collection: [entryOf('harbour')],
        found: osv('Red Hat:9', '1.0-1.module+el9'),
        vulnerability: new Set(['GHSA-1']),
      },
    ],
  ])('are %s for %s', (expected, _, question, more) => {
    expect(verdict(question, more)).toBe(expected);
  });

  it('are told in sentences, and all of them', () => {
    const facts = { collection: [], issues: [], found: [], aliases: [], records: [] };
    const { verdictReason } = matchPackage({
      question: { package: 'harbour', version: null },
      ...facts,
      sources: [],
      complete: false,
    });

    expect(verdictReason).toBe(
      'A required source does not cover the package or is disabled, or this service has only some of its records. Neither nixpkgs nor any record has this name. The package has more records than one response evaluates.',
    );
  });

  it('name the sources of what is not known', () => {
    const none = { issues: [], found: [], aliases: [], records: [], sources: ok };
    const { verdictReason } = matchPackage({
      question: { package: 'harbour', version: '1.5' },
      collection: [entryOf('harbour')],
      ...none,
    });

    expect(verdictReason).toBe('The CVE list, OSV and nixpkgs packages are up to date and have no record of harbour.');
  });

  it('count what is known', () => {
    const found = (...ids: string[]) => ids.flatMap((id) => osv('npm', '2.0', { id }));
    const asked = {
      question: { package: 'harbour', version: '1.5', ecosystem: 'npm' },
      collection: [],
      issues: [],
      aliases: [],
      records: [],
      sources: ok,
    };

    expect(matchPackage({ ...asked, found: found('GHSA-1') }).verdictReason).toBe(
      'This version has 1 known vulnerability.',
    );
    expect(matchPackage({ ...asked, found: found('GHSA-1', 'GHSA-2') }).verdictReason).toBe(
      'This version has 2 known vulnerabilities.',
    );
  });
});
