import { describe, expect, it } from 'vitest';
import { suggestNames } from './suggest.ts';
import { verdictUnderName } from './verdict-under-name.ts';
import { nextStep } from './words.ts';

const MAVEN = [
  ['log4j:log4j', 3],
  ['org.apache.logging.log4j:log4j-core', 9],
  ['org.example:log4j-extras', 1],
] as const;
const LIKE = {
  attributes: ['log4shib', 'log4cxx'],
  packages: [
    { ecosystem: 'npm', name: 'log4js', records: 2 },
    ...MAVEN.map(([name, records]) => ({ ecosystem: 'Maven', name, records })),
    { ecosystem: 'GIT', name: 'log4j', records: 1 },
  ],
};

describe('what may be meant by a name that the collection does not have', () => {
  it('is the closest of the collection, then the closest of registries, by the last part of a name', () => {
    const entries = suggestNames({ name: 'Log4j', version: null }, LIKE).map(({ entry }) => entry);

    expect(entries).toEqual([
      'log4cxx',
      'log4shib',
      'pkg:maven/log4j/log4j',
      'pkg:maven/org.apache.logging.log4j/log4j-core',
      'pkg:npm/log4js',
    ]);
  });

  it('has the version that was asked for', () => {
    const entries = suggestNames({ name: 'log4j', version: '2.14.1' }, { attributes: ['log4cxx'], packages: [] });

    expect(entries).toEqual([{ entry: 'log4cxx@2.14.1', ecosystem: null }]);
  });

  it('is nothing where nothing is like it', () => {
    expect(suggestNames({ name: 'nobody', version: null }, { attributes: [], packages: [] })).toEqual([]);
  });
});

describe('the verdict on such a name', () => {
  const clean = { verdict: 'none_known', verdictReason: 'No record.', unknownReasons: [] } as const;

  it('is never clean', () => {
    expect(verdictUnderName([], clean)).toMatchObject({ verdict: 'unknown', unknownReasons: ['package_unknown'] });
    expect(verdictUnderName(null, clean)).toEqual(clean);
  });

  it('keeps what affects it, and what else prevents a verdict', () => {
    const affected = { verdict: 'affected', verdictReason: 'One.', unknownReasons: [] } as const;
    const stale = { verdict: 'unknown', verdictReason: 'Stale.', unknownReasons: ['source_stale'] } as const;

    expect(verdictUnderName([], affected)).toEqual(affected);
    expect(verdictUnderName([], stale)).toMatchObject(stale);
  });

  it('comes with the next step: a name to write, or how to name an ecosystem', () => {
    const row = {
      asked: 'log4j',
      package: 'log4j',
      ecosystem: null,
      version: null,
      findings: [],
      fix: null,
      ...verdictUnderName(suggestNames({ name: 'log4j', version: null }, LIKE), clean),
    };

    expect(nextStep(row)?.sentence).toBe(
      'Similar names in nixpkgs: log4cxx, log4shib. In other ecosystems: pkg:maven/log4j/log4j@VERSION, pkg:maven/org.apache.logging.log4j/log4j-core@VERSION, pkg:npm/log4js@VERSION.',
    );
    expect(nextStep({ ...row, suggestions: [] })?.sentence).toContain('pkg:npm/NAME@VERSION');
  });
});
