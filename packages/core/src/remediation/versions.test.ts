import { describe, expect, it } from 'vitest';
import { freeform } from '../ranges/freeform.ts';
import { getScheme } from '../versions/ecosystems.ts';
import { isPrerelease } from '../versions/release-core.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import { versionSchemes } from '../versions/schemes.ts';
import { crossesMajor, MAJOR_RULES } from './major.ts';

const orderOf = (ecosystem: string): VersionScheme => getScheme(ecosystem).scheme ?? freeform;

describe('pre-releases', () => {
  it.each([
    ['npm', '1.0.0-rc.1', true],
    ['npm', '1.0.0', false],
    ['npm', '1.0.0+build.5', false],
    ['Go', 'v0.0.0-20240101000000-abcdefabcdef', true],
    ['Go', 'v1.2.3+incompatible', false],
    ['PyPI', '1.0rc1', true],
    ['PyPI', '1.0.dev3', true],
    ['PyPI', '1!1.0b2', true],
    ['PyPI', '1.0.post1', false],
    ['Maven', '1.0-SNAPSHOT', true],
    ['Maven', '1.0-jre', false],
    ['RubyGems', '1.0.pre1', true],
    ['Packagist', '1.0.0-beta1', true],
    ['Packagist', '1.0.0-patch1', false],
    ['Debian:12', '1:1.0~rc1-1', true],
    ['Debian:12', '1.0-1~deb12u1', false],
    ['Debian:12', '2023.10~deb12u1', false],
    ['Alpine:v3.20', '1.0_rc1-r0', true],
    ['Alpine:v3.20', '1.0_p1-r0', false],
    ['AlmaLinux:9', '0:1.0~beta-1.el9', true],
    ['AlmaLinux:9', '0:1.0-1.el9', false],
    ['Hackage', '1.0.0', false],
    ['no ecosystem', '3.0rc2', true],
    ['no ecosystem', '1.1.1w', false],
    ['npm', 'latest', false],
  ])('%s %s: %s', (ecosystem, version, expected) => {
    expect(isPrerelease(orderOf(ecosystem), version)).toBe(expected);
  });
});

describe('major versions', () => {
  it.each([
    ['npm', '1.9.0', '2.0.0', true],
    ['npm', '1.2.0', '1.9.9', false],
    ['npm', '0.2.3', '0.3.0', true],
    ['npm', '0.2.3', '0.2.9', false],
    ['npm', '0.0.3', '0.0.4', true],
    ['crates.io', '0.9.0', '1.0.0', true],
    ['Go', 'v0.17.0', 'v0.31.0', false],
    ['Go', 'v1.9.0', 'v2.0.0+incompatible', true],
    ['PyPI', '3.2.20', '4.2.1', true],
    ['PyPI', '4.2', '1!1.0', true],
    ['Debian:12', '1:1.2-3', '1:1.9-1', false],
    ['Debian:12', '1.2-3', '1:1.2-3', true],
    ['Debian:12', '01.2-3', '1.4-1', false],
    ['Hackage', '1.2.3', '1.3.0', true],
    ['no ecosystem', '3.5.1', '3.6.9', false],
    ['npm', 'latest', '1.0.0', null],
  ])('%s %s to %s: %s', (ecosystem, from, to, expected) => {
    expect(crossesMajor(orderOf(ecosystem), from, to)).toBe(expected);
  });

  it('have a rule for every order of versions', () => {
    const without = [...versionSchemes, freeform].filter(({ id }) => !MAJOR_RULES.has(id));

    expect(without.map(({ id }) => id)).toEqual([]);
  });
});
