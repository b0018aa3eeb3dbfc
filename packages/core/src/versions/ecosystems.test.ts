import { describe, expect, it } from 'vitest';
import { ecosystemNames, getScheme, suggestEcosystem } from './ecosystems.ts';

describe('schemeOf', () => {
  it.each([
    ['PyPI', 'PyPI', null, 'pypi'],
    ['Debian:12', 'Debian', '12', 'debian'],
    ['Alpine:v3.20', 'Alpine', 'v3.20', 'alpine'],
    ['Ubuntu:22.04:LTS', 'Ubuntu', '22.04:LTS', 'debian'],
    ['Ubuntu:Pro:18.04:LTS', 'Ubuntu', 'Pro:18.04:LTS', 'debian'],
    ['Packagist:https://packages.drupal.org/8', 'Packagist', 'https://packages.drupal.org/8', 'packagist'],
    ['Red Hat:rhel_aus:8.4::appstream', 'Red Hat', 'rhel_aus:8.4::appstream', 'rpm'],
    ['Root:Alpine:3.18', 'Root', 'Alpine:3.18', 'alpine+root.io'],
    ['Root:PyPI', 'Root', 'PyPI', 'pypi+root.io'],
    ['Echo', 'Echo', null, 'debian'],
    ['Echo:npm', 'Echo', 'npm', 'semver-like+echo'],
    ['TuxCare:Maven', 'TuxCare', 'Maven', 'maven'],
    ['Docker Hardened Images:Debian:trixie', 'Docker Hardened Images', 'Debian:trixie', 'debian'],
    ['crates.io', 'crates.io', null, 'semver-like'],
    ['Debian:', 'Debian', '', 'debian'],
  ])('reads %s', (ecosystem, base, suffix, scheme) => {
    const found = getScheme(ecosystem);

    expect(found).toMatchObject({ base, suffix, known: true, reason: null });
    expect(found.scheme?.id).toBe(scheme);
  });

  it.each(['Nix', 'pypi', '', ':', 'Debian 12', '__proto__', 'constructor'])('does not guess at %j', (ecosystem) => {
    const found = getScheme(ecosystem);

    expect(found).toMatchObject({ known: false, scheme: null });
    expect(found.reason).toContain('not an ecosystem');
  });

  it.each([
    'GIT',
    'Android',
    'OSS-Fuzz',
    'vcpkg',
    'Root',
    'Root:Nix',
    'TuxCare',
    'TuxCare:TuxCare:PyPI',
    'Root:GIT',
    'WordPress',
  ])('knows %s and says why it has no order', (ecosystem) => {
    const found = getScheme(ecosystem);

    expect(found).toMatchObject({ known: true, scheme: null });
    expect(found.reason).toMatch(/\w{3}/);
  });

  it.each([
    ['Root', 'Root names the ecosystem'],
    ['Root:', 'Root names the ecosystem'],
    ['TuxCare', 'TuxCare names the ecosystem'],
    ['Docker Hardened Images', 'Docker Hardened Images names the ecosystem'],
    ['Echo:', 'Echo names the ecosystem'],
    ['TuxCare:Nix:24', 'TuxCare cannot derive from "Nix"'],
  ])('tells who %s is, and what is missing', (ecosystem, beginning) => {
    expect(getScheme(ecosystem).reason).toMatch(new RegExp(`^${beginning}`));
  });

  it('splits at the first colon, wherever it stands', () => {
    expect(getScheme(':npm')).toMatchObject({ base: '', suffix: 'npm', known: false });
  });

  it('has either a scheme or a reason for every name', () => {
    for (const name of ecosystemNames) {
      const { known, scheme, reason } = getScheme(name);
      expect([name, known, scheme === null]).toEqual([name, true, reason !== null]);
    }
  });
});

describe('suggestEcosystem', () => {
  it.each([
    ['pypi', 'PyPI'],
    ['NPM', 'npm'],
    ['rocky-linux:9', 'Rocky Linux:9'],
    ['ubuntu:22.04:LTS', 'Ubuntu:22.04:LTS'],
    ['Crates.IO', 'crates.io'],
    ['PyPI', null],
    ['Nix', null],
    ['', null],
  ])('for %j suggests %j', (given, expected) => {
    expect(suggestEcosystem(given)).toBe(expected);
  });
});
