import { describe, expect, it } from 'vitest';
import { askProduct } from './ask.ts';
import type { Evaluation } from './model.ts';
import { readNvd } from './nvd.ts';
import { claimInWords } from './words.ts';

interface Node {
  operator?: string;
  negate?: boolean;
  cpeMatch?: object[];
}

function cpe(product: string, version = '*:*', more: object = {}): object {
  return { vulnerable: true, criteria: `cpe:2.3:a:acme:${product}:${version}:*:*:*:*:*:*`, ...more };
}

function ask(configuration: object, version = '1.5', product = 'anvil'): Evaluation[] {
  const { assertions } = readNvd({ id: 'CVE-2020-1', configurations: [configuration] });
  return askProduct(assertions, { vendor: 'acme', product, version });
}

function words(...cpeMatch: object[]): string[] {
  const { assertions } = readNvd({ id: 'CVE-2020-1', configurations: [{ nodes: [{ cpeMatch }] }] });
  return assertions.flatMap(({ claims }) => claims.map(claimInWords));
}

describe('versions of a CPE name', () => {
  it.each([
    ['1.5:*', 'exactly 1.5'],
    ['1.5:-', 'exactly 1.5'],
    ['1.5:rc1', 'exactly 1.5-rc1'],
    ['1.5:beta', 'exactly 1.5-beta'],
    ['1.5:alpha2', 'exactly 1.5-alpha2'],
    ['1.5:sp1', 'exactly 1.5 sp1'],
    ['9.*:*', 'every version of the line 9.*'],
    ['9*:*', '"cpe:2.3:a:acme:anvil:9*:*:*:*:*:*:*:*"'],
    ['*.9:*', '"cpe:2.3:a:acme:anvil:*.9:*:*:*:*:*:*:*"'],
    ['9.?:*', '"cpe:2.3:a:acme:anvil:9.?:*:*:*:*:*:*:*"'],
    ['1.5:rc*', '"cpe:2.3:a:acme:anvil:1.5:rc*:*:*:*:*:*:*"'],
    ['*:*', 'every version'],
    ['-:*', '"cpe:2.3:a:acme:anvil:-:*:*:*:*:*:*:*"'],
  ])('%s is %s', (version, expected) => {
    expect(words(cpe('anvil', version))).toEqual([expected]);
  });

  it.each([
    [{ versionStartIncluding: '1', versionEndIncluding: '2' }, 'from 1 up to and including 2'],
    [{ versionStartExcluding: '1', versionEndExcluding: '2' }, 'after 1 up to but not including 2'],
    [{ versionStartIncluding: '1' }, 'from 1 onwards'],
    [{ versionEndExcluding: '2' }, 'every version up to but not including 2'],
    [{ versionEndExcluding: null }, 'every version'],
    [{ versionEndIncluding: '2', versionEndExcluding: '3' }, 'every version up to and including 2'],
    [{ versionEndExcluding: '2.*' }, 'every version up to the end of the line 2.*'],
  ])('%j is %s', (bounds, expected) => {
    expect(words(cpe('anvil', '*:*', bounds))).toEqual([expected]);
  });

  it.each([
    ['1.5:*', { versionStartIncluding: '1' }, 'from 1 onwards'],
    ['1.5:*', { versionEndExcluding: '2' }, 'every version up to but not including 2'],
    ['-:*', { versionEndExcluding: '2' }, 'every version up to but not including 2'],
  ])('%s with %j is what the bounds say', (version, bounds, expected) => {
    expect(words(cpe('anvil', version, bounds))).toEqual([expected]);
  });

  it.each([
    ['9*:*', {}, 'text_unreadable'],
    ['1.5:rc*', {}, 'text_unreadable'],
    ['-:*', {}, 'version_unstated'],
    ['*:*', { versionStartIncluding: 7 }, 'malformed'],
    ['*:*', { versionStartIncluding: '2', versionEndExcluding: '1' }, 'malformed'],
    ['*:*', { versionEndExcluding: 'soon' }, 'bound_unreadable'],
  ])('%s with %j cannot be read: %s', (version, bounds, reason) => {
    expect(ask({ nodes: [{ cpeMatch: [cpe('anvil', version, bounds)] }] })).toMatchObject([
      { verdict: 'unknown', proof: { reason } },
    ]);
  });

  it('lists the versions of each product once', () => {
    const matches = [cpe('anvil', '1.0:*'), cpe('hammer', '7:*'), cpe('anvil', '1.1:*'), cpe('anvil', '*:*')];

    expect(words(...matches)).toEqual(['exactly 1.0; or exactly 1.1', 'every version', 'exactly 7']);
  });

  it('says nothing of what is not vulnerable', () => {
    expect(words(cpe('anvil', '1.0:*', { vulnerable: false }))).toEqual([]);
    expect(words(cpe('anvil', '1.0:*', { vulnerable: undefined }))).toEqual(['exactly 1.0']);
  });
});

describe('what must hold besides', () => {
  const anvil: Node = { operator: 'OR', cpeMatch: [cpe('anvil')] };
  const platforms = (count: number): Node => ({
    operator: 'OR',
    cpeMatch: Array.from({ length: count }, (_, index) => cpe(`os${index}`, '-:*', { vulnerable: false })),
  });

  it.each<[string, object, string[]]>([
    ['one node', { nodes: [anvil] }, []],
    ['one node of an AND', { operator: 'AND', nodes: [anvil] }, []],
    ['alternatives', { operator: 'OR', nodes: [anvil, platforms(1)] }, []],
    ['a platform', { operator: 'AND', nodes: [anvil, platforms(1)] }, ['together with acme os0']],
    ['two platforms', { operator: 'AND', nodes: [anvil, platforms(2)] }, ['together with acme os0, or acme os1']],
    [
      'two nodes',
      { operator: 'AND', nodes: [anvil, platforms(1), platforms(2)] },
      ['together with acme os0', 'together with acme os0, or acme os1'],
    ],
    [
      'five platforms',
      { operator: 'AND', nodes: [anvil, platforms(5)] },
      ['together with acme os0, or acme os1, or acme os2, or acme os3, or acme os4'],
    ],
    [
      'many platforms',
      { operator: 'AND', nodes: [anvil, platforms(8)] },
      ['together with acme os0, or acme os1, or acme os2, or acme os3, or acme os4, or 3 more'],
    ],
    [
      'the absence of a platform',
      { operator: 'AND', nodes: [anvil, { ...platforms(1), negate: true }] },
      ['not together with acme os0'],
    ],
    [
      'all of one node',
      { nodes: [{ operator: 'AND', cpeMatch: [cpe('anvil'), cpe('os0', '-:*', { vulnerable: false })] }] },
      ['together with acme anvil, or acme os0'],
    ],
    ['alternatives within a node', { nodes: [{ operator: 'OR', cpeMatch: [cpe('anvil'), cpe('hammer')] }] }, []],
    ['a node of one', { nodes: [{ operator: 'AND', cpeMatch: [cpe('anvil')] }] }, []],
    [
      'a product of any vendor',
      { operator: 'AND', nodes: [anvil, { cpeMatch: [{ criteria: 'cpe:2.3:o:*:linux:-:*:*:*:*:*:*:*' }] }] },
      ['together with any vendor’s linux'],
    ],
  ])('%s', (_name, configuration, conditions) => {
    const [found] = ask(configuration);

    expect(found?.proof.conditions).toEqual(conditions);
    expect(found?.proof.caveats).toEqual(conditions.length > 0 ? ['needs_platform'] : []);
  });

  it.each([
    [false, false, 'affected'],
    [true, false, 'unknown'],
    [false, true, 'unknown'],
    [true, true, 'affected'],
  ])('negated configuration %s, negated node %s: %s', (outer, inner, verdict) => {
    const configuration = { negate: outer, nodes: [{ negate: inner, cpeMatch: [cpe('anvil')] }] };

    expect(ask(configuration).map((found) => found.verdict)).toEqual([verdict]);
  });

  it('knows its record', () => {
    expect(ask({ nodes: [anvil] })[0]?.proof.record).toEqual({ source: 'nvd', id: 'CVE-2020-1' });
  });
});
