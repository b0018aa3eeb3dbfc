import { expect, it } from 'vitest';
import { type CoverageState, coverageSentence } from './coverage-sentence.ts';

it.each<[CoverageState[], string]>([
  [[], 'No sources were consulted.'],
  [[{ source: 'nvd', state: 'ok' }], 'NVD is up to date.'],
  [[{ source: 'nvd', state: 'stale' }], '0 of 1 sources are up to date. NVD: out of date.'],
  [
    [
      { source: 'nvd', state: 'ok' },
      { source: 'osv', state: 'ok' },
    ],
    'All 2 sources are up to date.',
  ],
  [
    [
      { source: 'nvd', state: 'stale' },
      { source: 'osv', state: 'ok' },
      { source: 'epss', state: 'unreachable' },
    ],
    '1 of 3 sources are up to date. NVD: out of date; EPSS: unavailable.',
  ],
])('%j: %s', (coverage, sentence) => {
  expect(coverageSentence(coverage)).toBe(sentence);
});
