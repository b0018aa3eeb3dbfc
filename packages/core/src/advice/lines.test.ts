import { describe, expect, it } from 'vitest';
import type { MatchFacts } from '../matching/facts.ts';
import { readCve } from '../ranges/cve.ts';
import type { Assertion } from '../ranges/model.ts';
import { readOsv } from '../ranges/osv.ts';
import { type JudgedLines, judgeLines, type LineTarget } from './lines.ts';
import { preparePackage, prepareProduct } from './package-facts.ts';

type Said = readonly Assertion[];

const range = (...events: object[]) => ({ ranges: [{ type: 'ECOSYSTEM', events }] });
const before = (fixed: string, introduced = '0') => range({ introduced }, { fixed });
const upTo = (last_affected: string, introduced = '0') => range({ introduced }, { last_affected });
const openFrom = (introduced: string) => range({ introduced });
const twoLines = (first: string, second: string) =>
  range({ introduced: '1.0' }, { [first]: '1.5' }, { introduced: '2.0' }, { [second]: '2.5' });
const UNREADABLE = { ranges: [{ type: 'MOON', events: [{ introduced: '0' }] }] };
const osv = (id: string, ...entries: object[]): Said =>
  readOsv({
    id,
    affected: entries.map((entry) => Object.assign({ package: { ecosystem: 'PyPI', name: 'thing' } }, entry)),
  }).assertions;

function factsOf(said: readonly Said[], aliases: readonly (readonly string[])[] = []): MatchFacts {
  return {
    question: { package: 'thing', version: null, ecosystem: 'PyPI' },
    collection: [],
    issues: [],
    found: said.flat().map((assertion) => ({ assertion, sha256: null })),
    aliases: aliases.map((ids) => ({ id: ids[0] ?? '', ids })),
    records: [],
    sources: [],
  };
}

/** Judges a package for the vulnerability A. */
function judge(
  said: readonly Said[],
  held: readonly string[] = [],
  aliases?: readonly (readonly string[])[],
): JudgedLines | null {
  const named = held.map((version) => ({ version, by: 'packages nixos-unstable' }));
  const known = preparePackage(factsOf(said, aliases), named);
  return known === null ? null : judgeLines(known, new Set(['A']));
}

const listIds = (issues: readonly { readonly id: string }[]) => issues.map(({ id }) => id).join(' ');

function describeLine({ affected, target, beyond, remaining, undecided, rejected }: LineTarget): string {
  const from = affected === null ? 'unnamed' : `${affected.first} to ${affected.last}`;
  const parts = [
    `${from}: ${target?.version ?? (beyond === null ? 'nothing' : `beyond ${beyond}`)}`,
    remaining.length === 0 ? '' : `has ${listIds(remaining)}`,
    undecided.length === 0 ? '' : `may have ${listIds(undecided)}`,
    rejected === null ? '' : `not ${rejected.version}, which has ${listIds(rejected.has)}`,
    rejected === null || rejected.undecided.length === 0 ? '' : `and may have ${listIds(rejected.undecided)}`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}

describe('the way out of each line', () => {
  it.each<[string, readonly string[], readonly Said[], string[]?]>([
    ['a fix, where nobody names what is affected', ['unnamed: 2.0'], [osv('A', before('2.0'))]],
    ['a fix', ['1.0 to 1.0: 2.0'], [osv('A', before('2.0', '1.0'))]],
    [
      'a fix for each line, the highest first',
      ['2.0 to 2.0: 2.5', '1.0 to 1.0: 1.5'],
      [osv('A', twoLines('fixed', 'fixed'))],
    ],
    [
      'the versions that others name',
      ['2.0 to 2.2: 2.5', '1.0 to 1.4: 1.5'],
      [osv('A', twoLines('fixed', 'fixed'))],
      ['1.2', '1.4', '2.2', '3.0'],
    ],
    [
      'a line of which nothing is named',
      ['2.0 to 2.0: 2.5', 'unnamed: 1.5'],
      [osv('A', range({ introduced: '0' }, { fixed: '1.5' }, { introduced: '2.0' }, { fixed: '2.5' }))],
    ],
    ['what comes after the last affected version', ['1.0 to 1.5: beyond 1.5'], [osv('A', upTo('1.5', '1.0'))]],
    ['a version after the last affected one', ['1.0 to 1.5: 1.6'], [osv('A', upTo('1.5', '1.0'))], ['1.6']],
    ['nothing, without an end', ['1.0 to 1.6: nothing'], [osv('A', openFrom('1.0'))], ['1.6']],
    ['nothing but a pre-release', ['1.0 to 1.0: nothing'], [osv('A', before('2.0rc1', '1.0'))]],
    ['a pre-release, from another', ['2.0rc1 to 2.0rc1: 2.0rc3'], [osv('A', before('2.0rc3', '2.0rc1'))]],
    ['a release, past pre-releases', ['1.0 to 2.0rc1: 2.0'], [osv('A', before('2.0', '1.0'))], ['2.0rc1', '1.5']],
    [
      'what comes after versions named one by one',
      ['1.0 to 1.1: beyond 1.1'],
      [osv('A', { versions: ['1.0', '1.1'] })],
    ],
    ['a version that is not among those named', ['1.0 to 1.1: 1.2'], [osv('A', { versions: ['1.0', '1.1'] })], ['1.2']],
    [
      'the fix of another that the fix has',
      ['1.0 to 1.0: 3.0; not 2.0, which has B'],
      [osv('A', before('2.0', '1.0')), osv('B', before('3.0', '2.0'))],
    ],
    [
      'a fix, though another stays',
      ['1.0 to 1.0: 2.0; has B'],
      [osv('A', before('2.0', '1.0')), osv('B', openFrom('0'))],
    ],
    [
      'nothing, where the fix opens another',
      ['1.0 to 1.0: nothing; not 2.0, which has B'],
      [osv('A', before('2.0', '1.0')), osv('B', openFrom('2.0'))],
    ],
    [
      'the fix of another that affects what is unnamed',
      ['unnamed: 3.0; not 2.0, which has B'],
      [osv('A', before('2.0')), osv('B', before('3.0'))],
    ],
    [
      'a fix, though another affects all that is unnamed',
      ['unnamed: 2.0; has B'],
      [osv('A', before('2.0')), osv('B', openFrom('0'))],
    ],
    [
      'the fix of another that begins with the fix',
      ['unnamed: 3.0; not 2.0, which has B'],
      [osv('A', before('2.0')), osv('B', before('3.0', '2.0'))],
    ],
    [
      'a fix that leaves a doubt',
      ['1.0 to 1.0: 2.0; may have B'],
      [osv('A', before('2.0', '1.0')), osv('B', UNREADABLE)],
    ],
    [
      'a fix of what is unnamed that leaves a doubt',
      ['unnamed: 2.0; may have B'],
      [osv('A', before('2.0')), osv('B', UNREADABLE)],
    ],
    [
      'a doubtful version rather than an affected one',
      ['1.0 to 1.0: 3.0; may have C; not 2.0, which has B; and may have C'],
      [osv('A', before('2.0', '1.0')), osv('B', before('3.0', '2.0')), osv('C', UNREADABLE)],
    ],
    [
      'the version that clears most',
      ['1.0 to 1.0: 2.5; has B; not 2.0, which has B C'],
      [osv('A', before('2.0', '1.0')), osv('B', openFrom('1.0')), osv('C', before('2.5'))],
    ],
    [
      'what comes after all that is affected',
      ['1.0 to 1.0: beyond 2.5; not 2.0, which has B'],
      [osv('A', before('2.0', '1.0')), osv('B', upTo('2.5', '1.0'))],
    ],
    [
      'what comes after all that is affected, for two lines',
      ['1.0 to 2.5: beyond 2.6; not 2.6, which has B'],
      [osv('A', twoLines('last_affected', 'last_affected')), osv('B', upTo('2.6', '1.6'))],
      ['1.2', '2.2', '1.7'],
    ],
    ['one way for two lines', ['1.0 to 2.2: 2.5'], [osv('A', twoLines('last_affected', 'fixed'))], ['1.2', '2.2']],
    [
      'two ways for two lines',
      ['2.0 to 2.5: beyond 2.5', '1.0 to 1.5: 1.7'],
      [osv('A', twoLines('last_affected', 'last_affected'))],
      ['1.2', '2.2', '1.7'],
    ],
    ['nothing for another vulnerability', [], [osv('B', before('2.0'))]],
  ])('is %s', (_, expected, said, held) => {
    expect(judge(said, held)?.lines.map(describeLine)).toEqual(expected);
  });

  it('is told for the highest lines of many', () => {
    const events = Array.from({ length: 10 }, (_, i) => [{ introduced: `${i}.1` }, { fixed: `${i}.5` }]).flat();

    const lines = judge([osv('A', range(...events))])?.lines ?? [];

    expect(lines.map(({ target }) => target?.version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((major) => `${major}.5`));
  });

  it('is told for a vulnerability by any of its ids', () => {
    expect(judge([osv('GHSA-1', before('2.0'))], [], [['CVE-1', 'A', 'GHSA-1']])?.lines).toHaveLength(1);
    expect(judge([osv('GHSA-1', before('2.0'))])?.lines).toEqual([]);
  });

  it('says who names it, and the ids of what it has', () => {
    const [line] =
      judge([osv('A', before('2.0', '1.0')), osv('GHSA-1', openFrom('0'))], [], [['CVE-1', 'GHSA-1']])?.lines ?? [];

    expect(line?.target).toEqual({ version: '2.0', by: 'osv A' });
    expect(line?.remaining).toEqual([{ id: 'CVE-1', aliases: ['GHSA-1'] }]);
  });
});

describe('a package', () => {
  const listing = (count: number) => osv('A', { versions: Array.from({ length: count }, (_, i) => `1.${i}`) });

  it('is judged for as many versions as take reasonable time', () => {
    expect(judge([listing(3_000)])?.lines).toHaveLength(1);
    expect(judge([listing(3_001)])).toBeNull();
  });

  it('is judged at any version', () => {
    const judged = judge([osv('A', before('2.0')), osv('B', before('3.0', '1.0')), osv('C', UNREADABLE)]);

    expect(['0.5', '1.5', '2.5', '3.0'].map((version) => listIds(judged?.issuesAt(version) ?? []))).toEqual([
      'A',
      'A B',
      'B',
      '',
    ]);
  });

  it('with a thousand listed versions whose fix is a pre-release has one line', () => {
    const numbers = Array.from({ length: 500 }, (_, i) => i);
    const versions = numbers.flatMap((number) => [`9.${number}.0`, `10.0.1.dev${number}`]);

    const judged = judge([osv('A', { ...before('10.0.12.dev1', '4.2.0'), versions })]);

    expect(judged?.lines).toHaveLength(1);
    expect(judged?.issuesAt('10.0.12.dev1')).toEqual([]);
    expect(judged?.issuesAt('9.499.0')).toHaveLength(1);
  });

  it('whose versions have no order is not judged', () => {
    const facts = factsOf([]);

    expect(preparePackage({ ...facts, question: { ...facts.question, ecosystem: 'FreeBSD' } })).toBeNull();
  });
});

describe('a product', () => {
  const record = (beside: object = {}, lessThan = '2.0') => {
    const versions = [{ version: '1.0', lessThan, status: 'affected', versionType: 'custom' }];
    const affected = [{ vendor: 'acme', product: 'thing', versions, defaultStatus: 'unaffected', ...beside }];
    return readCve({ cveMetadata: { cveId: 'A' }, containers: { cna: { affected } } }).assertions;
  };
  const bitnami = readOsv({
    id: 'BIT-1',
    affected: [{ package: { ecosystem: 'Bitnami', name: 'thing' }, ...before('2.1', '1.0') }],
  }).assertions;
  const judgeProduct = (...said: readonly Said[]) =>
    judgeLines(prepareProduct(factsOf(said, [['A', 'BIT-1']])), new Set(['A']))?.lines.map(describeLine);

  it('is judged by its records', () => {
    expect(judgeProduct(record())).toEqual(['1.0 to 1.0: 2.0']);
  });

  it('is judged by those about a repackaging where it has none of its own', () => {
    expect(judgeProduct(record(), bitnami)).toEqual(['1.0 to 1.0: 2.0']);
    expect(judgeProduct(bitnami)).toEqual(['1.0 to 1.0: 2.1']);
  });

  it('is not judged by what is withdrawn, or about a package of the name', () => {
    const withdrawn = record({}, '3.0').map((assertion) => Object.assign({}, assertion, { withdrawn: true }));

    expect(judgeProduct(record(), withdrawn)).toEqual(['1.0 to 1.0: 2.0']);
    expect(judgeProduct(osv('A', before('2.0')))).toEqual([]);
  });
});
