import { expect, it } from 'vitest';
import type { ComparedSource } from '../queries/lacking-records.ts';
import { describeLacking } from './compare-sources.ts';

it.each<[ComparedSource, number, number, boolean]>([
  ['nvd', 0, 0, false],
  ['nvd', 300_000, 0, false],
  ['nvd', 300_000, 600, false],
  ['nvd', 300_000, 601, true],
  ['nvd', 100, 10, false],
  ['nvd', 100, 11, true],
  ['advisory', 25_000, 10, false],
  ['advisory', 25_000, 11, true],
])('%s should have %i records and lacks %i: warns %s', (source, expected, lacking, warns) => {
  expect(describeLacking(source, { expected, lacking, examples: ['a'] }) !== null).toBe(warns);
});

it('says what is lacking, with examples', () => {
  const detail = describeLacking('advisory', { expected: 25_000, lacking: 40, examples: ['GHSA-c', 'GHSA-b'] });

  expect(detail).toBe('40 of 25000 GHSA ids that OSV has had for over three days are not here, such as GHSA-c, GHSA-b');
});
