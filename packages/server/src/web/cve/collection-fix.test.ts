import type { TrackerPull } from '@almanac/contract';
import { expect, it } from 'vitest';
import { fixInCollection } from './collection-fix.ts';

const pull = (number: number, state: TrackerPull['state'], stage: TrackerPull['stage']) => ({ number, state, stage });

it.each<[string, Parameters<typeof fixInCollection>[0], string | null]>([
  ['no issue', null, null],
  ['no pull request', [], 'No merged fix is known.'],
  ['one that was given up', [pull(1, 'closed', 'closed')], 'No merged fix is known.'],
  ['a proposal', [pull(1, 'open', 'open')], 'A fix is proposed but not merged: #1.'],
  ['on its way', [pull(1, 'merged', 'staging')], 'A fix is merged: #1, in staging.'],
  [
    'a backport under way',
    [pull(1, 'merged', 'channel'), pull(2, 'open', 'open')],
    'A fix is merged: #1, in a channel.',
  ],
  [
    'many',
    [1, 2, 3, 4, 5].map((number) => pull(number, 'merged', 'master')),
    'A fix is merged: #1, in master; #2, in master; #3, in master; and 2 more.',
  ],
])('says how far a fix has come: %s', (_name, pulls, sentence) => {
  expect(fixInCollection(pulls)).toBe(sentence);
});
