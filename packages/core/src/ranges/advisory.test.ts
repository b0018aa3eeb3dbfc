import { describe, expect, it } from 'vitest';
import { readAdvisory } from './advisory.ts';
import { askPackage } from './ask.ts';

function record(...ranges: unknown[]): object {
  const vulnerabilities = ranges.map((vulnerable_version_range) => ({
    package: { ecosystem: 'rust', name: 'p' },
    vulnerable_version_range,
  }));
  return { ghsa_id: 'GHSA-0000-0000-0000', vulnerabilities };
}

function ask(value: unknown, version: string | null) {
  const [evaluation] = askPackage(readAdvisory(value).assertions, { ecosystem: 'crates.io', name: 'p', version });
  return evaluation;
}

describe('readAdvisory', () => {
  it.each([
    ['>= 1.0.0, < 1.2.3', '1.2.2', 'affected'],
    ['>= 1.0.0, < 1.2.3', '1.2.3', 'not_affected'],
    ['>=1.0.0,<1.2.3', '0.9.9', 'not_affected'],
    ['< 1.2.3, >= 1.0.0', '1.1.0', 'affected'],
    ['= 1.0.0', '1.0.0', 'affected'],
    ['= 1.0.0', '1.0.1', 'not_affected'],
    ['1.0.0', '1.0.0', 'affected'],
    ['> 1.0.0', '1.0.0', 'not_affected'],
    ['> 1.0.0', '1.0.1', 'affected'],
    ['<= 1.0.8', '1.0.8', 'affected'],
    ['<=1.0.2', '1.0.3', 'not_affected'],
    ['> 0', '0.0.0-alpha', 'affected'],
    ['>= 0', '9.0.0', 'affected'],
    ['>= 1.0.0, >= 2.0.0, < 3.0.0, < 2.5.0', '1.5.0', 'not_affected'],
  ])('%s of %s is %s', (range, version, verdict) => {
    expect(ask(record(range), version)?.verdict).toBe(verdict);
  });

  it.each(['', ',', '>=', 'soon', '>= 1.0.0 < 2.0.0', '^1.0.0', '>= 2.0.0, < 1.0.0', 7])(
    'cannot tell from %j',
    (range) => {
      expect(ask(record(range), '1.5.0')?.verdict).toBe('unknown');
    },
  );

  it('takes several entries of one package for alternatives', () => {
    const both = record('< 1.0.0', '>= 2.0.0, < 2.1.0');

    expect(readAdvisory(both).assertions).toHaveLength(1);
    expect(['0.9.0', '1.5.0', '2.0.1'].map((version) => ask(both, version)?.verdict)).toEqual([
      'affected',
      'not_affected',
      'affected',
    ]);
  });

  it('never matches a withdrawn advisory', () => {
    expect(ask({ ...record('> 0'), withdrawn_at: '2024-01-01T00:00:00Z' }, '1.0.0')?.verdict).toBe('not_affected');
  });

  it.each([
    ['pip', 'PyPI'],
    ['PIP', 'PyPI'],
    ['composer', 'Packagist'],
    ['npm', 'npm'],
    ['go', 'Go'],
    ['maven', 'Maven'],
    ['rubygems', 'RubyGems'],
    ['nuget', 'NuGet'],
    ['rust', 'crates.io'],
    ['actions', 'GitHub Actions'],
    ['erlang', 'Hex'],
    ['pub', 'Pub'],
    ['swift', 'SwiftURL'],
    ['other', 'other'],
  ])('calls %s what OSV calls it, %s', (ecosystem, expected) => {
    const [assertion] = readAdvisory({ vulnerabilities: [{ package: { ecosystem, name: 'p' } }] }).assertions;

    expect(assertion?.subject.ecosystem).toBe(expected);
  });
});
