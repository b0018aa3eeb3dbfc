import type { CollectionFact } from '@almanac/core/matching';
import { expect, it } from 'vitest';
import { entryOf } from '../../../../core/test/matching-entry.ts';
import { meaningOf, openMeanings } from './meanings.ts';

const fact = (more: Partial<CollectionFact>): CollectionFact =>
  entryOf('harbour', { pname: 'harbour', version: '3.5.1', ...more });
const QUESTION = { package: 'harbour', version: '3.5.1' };

it.each<[string, Partial<CollectionFact>]>([
  ['nothing', {}],
  ['the home', { homepage: 'https://github.com/tidewater/harbour' }],
  ['a CPE', { cpes: ['cpe:2.3:a:tidewater:harbour:3.5.1:*:*:*:*:*:*:*'] }],
  ['the name', { pname: 'harbour-server' }],
  ['the version', { version: '4.0', homepage: 'https://github.com/tidewater/harbour' }],
])('what is kept is what is worked out, where %s is another than before', (_, more) => {
  const meaning = openMeanings();
  meaning(QUESTION, [fact({})]);

  expect(meaning(QUESTION, [fact(more)])).toEqual(meaningOf(QUESTION, [fact(more)]));
});

it('is kept for every version of a package, up to so many bytes', () => {
  const [roomy, narrow] = [openMeanings(), openMeanings(1)];
  const again = { ...QUESTION, version: '1.0' };

  expect(roomy(again, [fact({})])).toBe(roomy(QUESTION, [fact({})]));
  expect(narrow(again, [fact({})])).not.toBe(narrow(QUESTION, [fact({})]));
});
