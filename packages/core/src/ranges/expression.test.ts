import { describe, expect, it } from 'vitest';
import { semver } from '../versions/semver.ts';
import { readAdvisory, readExpression } from './advisory.ts';
import { comparisonsOf, conjunctionOf } from './expression.ts';
import { claimInWords, intervalInWords } from './words.ts';

describe('expressions of the advisory database', () => {
  it.each([
    ['>= 1.0.0, < 2.0.0', 'from 1.0.0 up to but not including 2.0.0'],
    ['>=1.0.0,<=2.0.0', 'from 1.0.0 up to and including 2.0.0'],
    ['=> 1.0.0, =< 2.0.0', 'from 1.0.0 up to and including 2.0.0'],
    ['≥ 1.0.0, ≤ 2.0.0', 'from 1.0.0 up to and including 2.0.0'],
    ['> 1.0.0', 'after 1.0.0 onwards'],
    ['< 2.0.0', 'every version up to but not including 2.0.0'],
    ['= 1.0.0', 'exactly 1.0.0'],
    ['== 1.0.0', 'exactly 1.0.0'],
    [' 1.0.0 ', 'exactly 1.0.0'],
    ['> 0', 'every version'],
    ['>= 0, < 2.0.0', 'every version up to but not including 2.0.0'],
    ['>= 1.0.0, > 1.0.0', 'after 1.0.0 onwards'],
    ['> 1.0.0, >= 1.0.0', 'after 1.0.0 onwards'],
    ['>= 1.0.0, >= 1.5.0', 'from 1.5.0 onwards'],
    ['>= 1.5.0, >= 1.0.0', 'from 1.5.0 onwards'],
    ['<= 2.0.0, < 2.0.0', 'every version up to but not including 2.0.0'],
    ['< 2.0.0, <= 2.0.0', 'every version up to but not including 2.0.0'],
    ['< 2.0.0, < 3.0.0', 'every version up to but not including 2.0.0'],
    ['< 3.0.0, < 2.0.0', 'every version up to but not including 2.0.0'],
    ['= 1.0.0, < 2.0.0', 'exactly 1.0.0'],
    ['= 0', 'exactly 0'],
  ])('%s is %s', (expression, expected) => {
    const comparisons = comparisonsOf(expression) ?? [];

    expect(intervalInWords(conjunctionOf(comparisons, semver))).toBe(expected);
  });

  it.each(['', ',', '>= 1.0.0,', '>', '1.0.0 2.0.0', '1.0.0\t2.0.0', '>= 1.0.0 < 2.0.0', '1.0.0<2.0.0', '>> 1.0.0'])(
    'does not read %j',
    (expression) => {
      expect(comparisonsOf(expression)).toBeNull();
    },
  );

  it.each([
    ['', 'npm', 'version_unstated'],
    ['1.0.0 or so', 'npm', 'text_unreadable'],
    ['< 1.0.0', 'Nowhere', 'scheme_unknown'],
    ['< 1.0.0', null, 'scheme_unknown'],
    ['< soon', 'npm', 'bound_unreadable'],
    ['> 2.0.0, < 1.0.0', 'npm', 'malformed'],
  ])('%j of %s cannot be evaluated: %s', (expression, ecosystem, doubt) => {
    expect(readExpression(expression, ecosystem)).toMatchObject({ type: 'opaque', kind: 'advisory', doubt });
  });
});

describe('advisories', () => {
  function vulnerability(ecosystem: string | undefined, name: string | undefined, range: string): object {
    return { package: { ecosystem, name }, vulnerable_version_range: range };
  }

  it('makes one assertion of each package', () => {
    const vulnerabilities = [
      vulnerability('npm', 'a', '< 1.0.0'),
      vulnerability('npm', 'b', '< 2.0.0'),
      vulnerability('pip', 'a', '< 3.0'),
      vulnerability('npm', 'a', '= 4.0.0'),
      vulnerability(undefined, 'a', '< 5.0.0'),
    ];

    const { assertions, dropped } = readAdvisory({ ghsa_id: 'GHSA-1', vulnerabilities });
    expect(
      assertions.map(({ subject, claims }) => [subject.ecosystem, subject.name, claims.map(claimInWords)]),
    ).toEqual([
      ['npm', 'a', ['every version up to but not including 1.0.0', 'exactly 4.0.0']],
      ['npm', 'b', ['every version up to but not including 2.0.0']],
      ['PyPI', 'a', ['every version up to but not including 3.0']],
      [null, 'a', ['"< 5.0.0"']],
    ]);
    expect(assertions[0]?.record).toEqual({ source: 'advisory', id: 'GHSA-1' });
    expect(dropped).toEqual([]);
  });

  it('drops what names no package and keeps the rest', () => {
    const vulnerabilities = [vulnerability('npm', undefined, '< 1.0.0'), vulnerability('npm', 'b', '< 2.0.0')];

    const { assertions, dropped } = readAdvisory({ vulnerabilities });
    expect(assertions.map(({ record, subject }) => [record.id, subject.name])).toEqual([['', 'b']]);
    expect(dropped).toEqual(['vulnerability without a package name']);
  });
});
