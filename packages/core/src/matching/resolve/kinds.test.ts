import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../test/matching-entry.ts';
import type { Claim } from '../../ranges/model.ts';
import { debian } from '../../versions/debian.ts';
import { rpm } from '../../versions/rpm.ts';
import { semver } from '../../versions/semver.ts';
import { isAboutABuild, isDistribution } from './distributions.ts';
import { baseOf, ecosystemOfForm, kindOf } from './ecosystem-kinds.ts';
import { isInLanguage, relatedFacts } from './relation.ts';

it.each([
  ['npm', 'registry'],
  ['PyPI', 'registry'],
  ['Bitnami', 'upstream'],
  ['Homebrew', 'upstream'],
  ['OSS-Fuzz', 'upstream'],
  ['ConanCenter', 'upstream'],
  ['vcpkg', 'upstream'],
  ['Linux', 'upstream'],
  ['Kubernetes', 'upstream'],
  ['Debian', 'distribution'],
  ['Red Hat', 'distribution'],
  ['Android', 'distribution'],
  ['Docker Hardened Images', 'distribution'],
  ['FreeBSD', 'distribution'],
  ['Root', 'distribution'],
  ['TuxCare', 'distribution'],
  ['of tomorrow', 'registry'],
])('%s is a %s', (base, kind) => {
  expect(kindOf(base)).toBe(kind);
});

it.each([
  ['Debian:12', 'Debian'],
  ['Ubuntu:22.04:LTS', 'Ubuntu'],
  ['npm', 'npm'],
  ['', ''],
])('%j is a release of %j', (ecosystem, base) => {
  expect(baseOf(ecosystem)).toBe(base);
});

it.each<[string, string | null]>([
  ['@babel/core', 'npm'],
  ['@Babel/Core_2~x', 'npm'],
  ['x@babel/core', null],
  ['@babel/core/x', null],
  ['@babel', null],
  ['github.com/a/b', 'Go'],
  ['golang.org/x/net', 'Go'],
  ['k8s.io/client-go', 'Go'],
  ['github.com', null],
  ['github/a', null],
  ['github.com/a b', null],
  ['https://github.com/a/b', null],
  ['org.apache.commons:commons-text', 'Maven'],
  ['junit:junit', 'Maven'],
  ['a:b:c', null],
  ['a b:c', null],
  ['curl', null],
])('the form of %s is that of %s', (name, ecosystem) => {
  expect(ecosystemOfForm(name)).toBe(ecosystem);
});

describe('a distribution', () => {
  it.each([
    'AlmaLinux',
    'alpine',
    'alpinelinux',
    'amazonlinux',
    'Arch Linux',
    'canonical',
    'CentOS',
    'debian',
    'fedora',
    'fedoraproject',
    'Gentoo Foundation',
    'mageia',
    'nixos',
    'openanolis',
    'opencloudos',
    'openEuler',
    'openSUSE',
    'oracle_linux',
    'Red Hat, Inc.',
    'rockylinux',
    'SUSE',
    'ubuntu',
  ])('%s rebuilds the software of others', (vendor) => {
    expect(isDistribution(vendor)).toBe(true);
  });

  it.each(['tidewater', 'red', 'hat', 'debianutils'])('is not %s', (vendor) => {
    expect(isDistribution(vendor)).toBe(false);
  });

  const base = { status: 'affected', kind: 'cve', caveats: [], conditions: [] } as const;
  const listed = (scheme: typeof semver | null): Claim => ({ ...base, type: 'list', scheme, versions: ['1.0'] });
  const text: Claim = { ...base, type: 'opaque', text: 'some', doubt: 'text_unreadable' };
  it.each<[string, boolean, string | null, readonly Claim[], string | null]>([
    ['in the order of its builds', true, 'redhat', [listed(rpm)], null],
    ['in the order of its builds, and in text', true, 'debian', [listed(debian), text], null],
    ['of no version', true, 'redhat', [], null],
    ['in no order', true, 'redhat', [listed(null)], null],
    ['in upstream’s order', false, 'redhat', [listed(semver)], null],
    ['in upstream’s order beside its own', false, 'redhat', [listed(rpm), listed(semver)], null],
    ['that is none', false, 'tidewater', [listed(rpm)], null],
    ['that is nobody', false, null, [listed(rpm)], null],
    ['of an ecosystem', false, 'redhat', [listed(rpm)], 'Red Hat'],
  ])('speaking %s speaks of its own build: %s', (_, expected, vendor, claims, ecosystem) => {
    expect(isAboutABuild({ subject: { ecosystem, vendor, name: 'curl' }, claims })).toBe(expected);
  });
});

describe('the entries of the collection that a name means', () => {
  const curl = entryOf('curl');
  const haskell = entryOf('haskellPackages.curl', { pname: 'curl', ecosystem: 'Hackage', ecosystemName: 'curl' });
  const python = entryOf('python312Packages.curl', { pname: 'curl', ecosystem: 'PyPI', ecosystemName: 'curl' });
  const older = entryOf('python311Packages.curl', { pname: 'curl', ecosystem: 'PyPI', ecosystemName: 'curl' });
  const variant = entryOf('curl_8', { pname: 'curl-full' });
  const renamed = entryOf('linux_6_6', { pname: 'linux' });

  it.each<[string, string, readonly ReturnType<typeof entryOf>[], readonly string[], readonly string[]]>([
    ['its attribute, and no others', 'curl', [haskell, curl, variant], ['curl'], []],
    [
      'a quoted attribute',
      'python312Packages."2to3"',
      [entryOf('python312Packages.2to3'), curl],
      ['python312Packages.2to3'],
      [],
    ],
    ['a package of its name', 'linux', [renamed, haskell], ['linux_6_6'], ['collection_pname']],
    [
      'a member of a language, not by its name',
      'curl',
      [python, renamed],
      ['python312Packages.curl'],
      ['collection_member'],
    ],
    [
      'members of one language',
      'curl',
      [python, older],
      ['python312Packages.curl', 'python311Packages.curl'],
      ['collection_member'],
    ],
    [
      'members of several languages',
      'curl',
      [haskell, python],
      ['haskellPackages.curl', 'python312Packages.curl'],
      ['collection_member', 'several_sets'],
    ],
    [
      'a member as aggregators write it',
      'python:curl',
      [python, renamed],
      ['python312Packages.curl'],
      ['collection_member'],
    ],
    ['all that there is otherwise', 'Curl', [variant], ['curl_8'], ['collection_variant']],
    ['nothing of nothing', 'curl', [], [], []],
  ])('are %s', (_, name, collection, attributes, naming) => {
    const related = relatedFacts(name, collection);

    expect(related.map(({ fact }) => fact.attribute)).toEqual(attributes);
    for (const one of related) expect(one.naming).toEqual(naming);
  });

  it('are of a language by their set', () => {
    expect(['haskellPackages.curl', 'curl', 'vscode-extensions.a.b'].map(isInLanguage)).toEqual([true, false, false]);
  });
});
