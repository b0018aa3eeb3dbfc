import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../test/matching-entry.ts';
import { candidatesOf } from './candidates.ts';
import { EXACT_FROM } from './identity-rules.ts';

const ask = (name: string, ecosystem: string | null = null) => ({ package: name, version: '1.0', ecosystem });

describe('candidatesOf', () => {
  it.each([
    ['python312Packages.requests', 'PyPI', 'requests', 'language_set'],
    ['rPackages.data_table', 'CRAN', 'data.table', 'language_set'],
    ['@babel/core', 'npm', '@babel/core', 'name_form'],
    ['github.com/gin-gonic/gin', 'Go', 'github.com/gin-gonic/gin', 'name_form'],
    ['org.apache.commons:commons-io', 'Maven', 'org.apache.commons:commons-io', 'name_form'],
  ])('%s, which the collection does not know, is exactly %s %s', (name, ecosystem, found, rule) => {
    expect(candidatesOf(ask(name), [])).toContainEqual(
      expect.objectContaining({ kind: 'package', ecosystem, name: found, rule }),
    );
  });

  it('keeps to the ecosystem that the asker knows, and to the one spelling that it has', () => {
    expect(candidatesOf(ask('Zope.Interface', 'PyPI'), [])).toMatchObject([
      { ecosystem: 'PyPI', name: 'Zope.Interface', rule: 'asked_ecosystem', weight: 1 },
      { ecosystem: 'PyPI', name: 'zope-interface', naming: ['pep503'] },
    ]);
    expect(candidatesOf(ask('foo-bin', 'npm'), []).map(({ name }) => name)).toEqual(['foo-bin']);
  });

  it('asks what the collection declares first', () => {
    const entry = entryOf('lamp', {
      cpes: ['cpe:2.3:a:lighthouse:lamp:1.0:*:*:*:*:*:*:*'],
      purls: ['pkg:pypi/Lamp@1.0', 'pkg:nix/lamp'],
    });

    expect(candidatesOf(ask('lamp'), [entry]).slice(0, 2)).toMatchObject([
      { kind: 'package', ecosystem: 'PyPI', name: 'lamp', rule: 'declared_purl', weight: 1 },
      { kind: 'product', vendor: 'lighthouse', name: 'lamp', rule: 'declared_cpe', weight: 1 },
    ]);
  });

  it.each([
    [
      'a Go module by its repository',
      'https://github.com/hashicorp/vault',
      '1.10.0',
      'Go',
      'github.com/hashicorp/vault',
    ],
    ['one with its major version', 'https://github.com/fleetdm/fleet', '4.73.1', 'Go', 'github.com/fleetdm/fleet/v4'],
    ['a crate by its page', 'https://crates.io/crates/tool', '1.0', 'crates.io', 'tool'],
    ['a Maven package by its host', 'https://commons.apache.org/x', '1.0', 'Maven', 'org.apache.commons:tool'],
  ])('knows %s', (_, homepage, version, ecosystem, name) => {
    const found = candidatesOf(ask('tool'), [entryOf('tool', { homepage, version })]);

    expect(found).toContainEqual(expect.objectContaining({ ecosystem, name, weight: expect.any(Number) }));
    expect(found.find((one) => one.name === name)?.weight).toBeGreaterThanOrEqual(EXACT_FROM);
  });

  it('takes the attribute itself for what is meant, and not a member of a set with the same name', () => {
    const found = candidatesOf(ask('curl'), [
      entryOf('curl'),
      entryOf('haskellPackages.curl', { ecosystem: 'Hackage', ecosystemName: 'curl' }),
    ]);

    expect(found.some(({ ecosystem }) => ecosystem === 'Hackage')).toBe(false);
  });

  it('takes a member for what is meant where there is no such attribute, less surely where several languages have one', () => {
    const python = entryOf('python312Packages.redis', { ecosystem: 'PyPI', ecosystemName: 'redis' });
    const haskell = entryOf('haskellPackages.redis', { ecosystem: 'Hackage', ecosystemName: 'redis' });
    const weight = (...entries: (typeof python)[]) =>
      candidatesOf(ask('redis'), entries).find(({ ecosystem }) => ecosystem === 'PyPI')?.weight ?? 0;

    expect(weight(python)).toBeGreaterThanOrEqual(EXACT_FROM);
    expect(weight(python, haskell)).toBeLessThan(EXACT_FROM);
  });

  it('does not take what something is made for for what it is', () => {
    const entry = entryOf('vscode-extensions.golang.go', { pname: 'vscode-extension-golang-go' });

    expect(candidatesOf(ask('vscode-extensions.golang.go'), [entry]).map(({ name }) => name)).not.toContain('go');
  });

  it('is bounded, sorted and the same in any order, whatever the names', () => {
    const entry = fc.record({
      attribute: fc.string({ minLength: 1 }),
      pname: fc.option(fc.string()),
      homepage: fc.option(fc.webUrl()),
    });
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.array(entry, { maxLength: 6 }), (name, given) => {
        const entries = given.map(({ attribute, ...more }) => entryOf(attribute, more));
        const found = candidatesOf(ask(name), entries);

        expect(found.length).toBeLessThanOrEqual(160);
        expect(found.map(({ weight }) => weight)).toEqual(found.map(({ weight }) => weight).toSorted((a, b) => b - a));
        expect(candidatesOf(ask(name), entries.toReversed())).toEqual(found);
      }),
      { numRuns: 25 },
    );
  });
});
