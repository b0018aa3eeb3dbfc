import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpusFile, corpusLines, hasCorpus } from '../../../test/corpus.ts';
import type { Order, VersionScheme } from '../src/versions/scheme.ts';
import { versionSchemes } from '../src/versions/schemes.ts';

/**
 * Lines where the corpus and the ecosystem's own tool part, and this project sides with the tool.
 * Each is checked to be ordered as the tool orders it, so an exception that is no longer one fails.
 */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // apk-tools 2 rejects both sides of the first five, the first of the sixth and the second of the last.
  // What is rejected sorts below, by code unit.
  alpine: {
    '1-r0-1 = 1-r-2': '>',
    '1-r0-1 = 1-r0-2': '<',
    '1-ruff2 = 1-ruff1': '>',
    '1-ruff2 = 1--ruff1': '>',
    '1-r0-ruff2 = 1-r0-ruff1': '>',
    '23_foo > 4_beta': '<',
    '1.0 < 1.0bc': '>',
  },
  // The corpus predates MNG-7644: since 3.8.7 Maven reads `.X` as `-X`. Answers of maven-artifact 3.9.6.
  maven: {
    '1.0.0-RC16 < 1.0.0.RC8-beta': '>',
    '1.0.0-gradle-rework-beta3 < 1.0.0.RC7-3': '>',
    '2.9.0-1 < 2.9.0.RC1': '>',
    '6.1.12.rc5 < 6.1.12rc1': '>',
    '1.1.31.sec10 < 1.1.31_noneautotype': '>',
    '1.1.34.sec10 < 1.1.34_noneautotype': '>',
    '1.1.46.sec10 < 1.1.46_noneautotype': '>',
    '1.2.8.sec10_noneautotype < 1.2.8_noneautotype': '>',
    '1.2.31.sec10 < 1.2.31_noneautotype': '>',
    '1.2.48.sec10 < 1.2.48_noneautotype': '>',
    '1.2.50.sec10 < 1.2.50_noneautotype': '>',
    '1.2.54.sec10 < 1.2.54_noneautotype': '>',
    '1.2.57.sec10 < 1.2.57_noneautotype': '>',
    '1.2.60.sec10 < 1.2.60_noneautotype': '>',
    '1.2.67.sec10 < 1.2.67_noneautotype': '>',
    '1.0.0rc0 < 1.0.beta8': '>',
    '1.5.9.RC1 < 1.5.9-RC0': '>',
    '1.1.0-01-glassfish < 1.1.0.Beta1': '>',
  },
  // The corpus has version_compare's answers for raw text; Composer normalises first. Answers of composer/semver 3.
  packagist: {
    '1.0.0 > 1.0': '=',
    'v3.0 < v3.0.0-beta': '>',
    'v3.4 < v3.4.0-alpha': '>',
    'v4.4 < v4.4.0-beta': '>',
    'v6.5 < v6.5.0-beta-0': '>',
    'v6.6 < v6.6.0-beta': '>',
    'v4-beta4 < v4.0-alpha': '>',
    'v1.9.0-ALPHA.1 = v1.9.0-BETA.1': '<',
    'v1.9.0-BETA.1 < v1.9.0-ALPHA.2': '>',
    'v1.9.0-ALPHA.2 = v1.9.0-BETA.2': '<',
    '5.1.0-stable < 5.1.0-beta2': '>',
    // Composer rejects the first. Equal to 1.2.3 as well, it would make 1.2.3 and 1.2.3.1 equal.
    '1.2.3.# = 1.2.3.1': '<',
  },
};

const SIGN: Readonly<Record<string, Order>> = { '<': -1, '=': 0, '>': 1 };
const SCHEMES: Readonly<Record<string, string>> = { redhat: 'rpm', semver: 'semver-like' };

describe.skipIf(!hasCorpus)('version order over the corpus', () => {
  const files = hasCorpus ? readdirSync(corpusFile('versions')) : [];
  const met = new Set<string>();

  it.each(files)('%s', async (file) => {
    const scheme = schemeFor(file);
    const wrong: string[] = [];
    let lines = 0;
    let excepted = 0;

    for await (const line of corpusLines(`versions/${file}`)) {
      const [a, corpusSign, b] = line.trim().split(' ');
      if (a === undefined || a === '' || a.startsWith('#') || a.startsWith('//')) continue;
      if (corpusSign === undefined || b === undefined) throw new Error(`not a comparison: ${line}`);
      const answer = EXCEPTIONS[scheme.id]?.[line.trim()];
      if (answer !== undefined) {
        met.add(line.trim());
        excepted++;
      }
      const expected = SIGN[answer ?? corpusSign];
      lines++;
      if (scheme.compare(a, b) !== expected || scheme.compare(b, a) !== 0 - expected) wrong.push(line);
    }

    console.log(`${file}: ${lines - excepted - wrong.length} of ${lines} as the corpus, ${excepted} as the tool`);
    expect(wrong).toEqual([]);
    expect(lines).toBeGreaterThan(0);
  });

  it('names no exception that the corpus does not hold', () => {
    const named = Object.values(EXCEPTIONS).flatMap((lines) => Object.keys(lines));

    expect(named.filter((line) => !met.has(line))).toEqual([]);
  });
});

function schemeFor(file: string): VersionScheme {
  const name = file.slice(0, file.indexOf('-versions'));
  const scheme = versionSchemes.find(({ id }) => id === (SCHEMES[name] ?? name));
  if (scheme === undefined) throw new Error(`no scheme for ${file}`);
  return scheme;
}
