import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../test/matching-entry.ts';
import type { CollectionFact } from '../facts.ts';
import { candidatesOf, productName, withoutMaker } from './candidates.ts';
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

describe('the names under which a package is looked for', () => {
  const TIDEWATER = { makers: ['tidewater'], homepage: 'https://harbour.example/' };
  const list = (name: string, more: Partial<CollectionFact> | null) =>
    candidatesOf(ask(name), more === null ? [] : [entryOf(name, more)]).map(
      ({ kind, ecosystem, vendor, name: found, rule, naming }) =>
        [kind, ecosystem ?? vendor ?? '*', found, rule, ...naming].join(' '),
    );

  it.each<[string, string, Partial<CollectionFact> | null]>([
    ['product * harbour vendor_agrees', 'harbour', TIDEWATER],
    ['package * harbour references_agree', 'harbour', TIDEWATER],
    ['package Julia harbour_jll upstream_name jll_suffix', 'harbour', TIDEWATER],
    ['package Maven example.harbour:harbour registry_home reversed_host', 'harbour', TIDEWATER],
    ['product * tidewater_harbour vendor_agrees vendor_prefix', 'harbour', TIDEWATER],
    ['product * harbour vendor_agrees release_line', 'harbour_10', TIDEWATER],
    ['product * harbour vendor_agrees maker_prefix', 'tidewater-harbour', TIDEWATER],
    ['product tidewater harbour declared_cpe', 'pier', { cpes: ['cpe:2.3:a:tidewater:harbour:*:*:*:*:*:*:*:*'] }],
    ['product * gin vendor_agrees', 'github.com/gin-gonic/gin', null],
    ['package * harbour registry_name', 'harbour', null],
    ['product * harbour references_agree', 'lua54Packages.harbour', {}],
    ['product * harbour references_agree', 'python312Packages.harbour', { ecosystem: 'PyPI' }],
    ['package PyPI harbour language_set', 'python312Packages.harbour', { ecosystem: 'PyPI' }],
    ['product * node.js vendor_agrees product_separators', 'nodejs', {}],
    ['product * a_b vendor_agrees product_separators', 'a-b', {}],
  ])('include %s for %s', (candidate, name, more) => {
    expect(list(name, more)).toContain(candidate);
  });

  it('include no build of Julia where nobody knows the name, no product where it is of npm, and no empty name', () => {
    expect(list('harbour', null).filter((each) => each.includes('_jll'))).toEqual([]);
    expect(list('@tidewater/harbour', null).filter((each) => each.startsWith('product'))).toEqual([]);
    expect(candidatesOf(ask('harbour'), [entryOf('harbour', { pname: '' })]).filter(({ name }) => name === '')).toEqual(
      [],
    );
  });

  it('are in an order that does not depend on the order of the entries', () => {
    const entries = ['nixos-unstable', 'nixos-24.11', 'nixos-23.11'].map((channel, i) =>
      entryOf('harbour', { channel, makers: [`maker${i}`], homepage: `https://example.org/${i}` }),
    );

    expect(candidatesOf(ask('harbour'), entries.toReversed())).toEqual(candidatesOf(ask('harbour'), entries));
  });

  it('include the name as it was given, where an entry has it in another form', () => {
    const found = candidatesOf(ask('Harbour-7.0'), [entryOf('harbour_7')]);

    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'package',
        ecosystem: null,
        name: 'Harbour-7.0',
        naming: ['collection_variant'],
      }),
    );
  });
});

it.each<[string, readonly string[], string | null]>([
  ['tidewater-harbour', ['tidewater'], 'harbour'],
  ['Tidewater-Harbour', ['pier', 'tidewater'], 'Harbour'],
  ['tidewater-', ['tidewater'], null],
  ['tidewater', ['tidewater'], null],
  ['harbour-tidewater', ['tidewater'], null],
])('%s without the makers %j is %s', (name, makers, expected) => {
  expect(withoutMaker(name, makers)).toBe(expected);
});

it('products are compared in lower case, with one sign for spaces', () => {
  expect(productName(' Apache HTTP Server ')).toBe('apache_http_server');
});
