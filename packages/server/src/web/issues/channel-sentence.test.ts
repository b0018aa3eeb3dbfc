import type { IssueDetail } from '@almanac/contract';
import { expect, it } from 'vitest';
import { channelSentence } from './channel-sentence.ts';

type State = IssueDetail['channels'][number]['state'];

const pull = (state: 'open' | 'merged', relation: 'closes' | 'linked') =>
  ({ state, relation }) as IssueDetail['pullRequests'][number];

it.each<[string, readonly State[], readonly IssueDetail['pullRequests'][number][], string]>([
  ['nothing merged', ['none', 'none'], [], 'No merged fix is known.'],
  ['a proposal', ['none'], [pull('open', 'closes')], 'A fix is proposed and not merged yet.'],
  ['a mere mention', ['none'], [pull('open', 'linked')], 'No merged fix is known.'],
  ['no channel read', [], [], 'No merged fix is known.'],
  ['merged only', ['lacking', 'lacking'], [], 'The fix is merged, but not in a channel yet.'],
  ['not found out', ['lacking', 'lacking', 'unknown'], [], 'The fix is merged, but not in c0 and c1; unknown for c2.'],
  ['some', ['contained', 'lacking', 'unknown'], [], 'The fix is in c0; not in c1; unknown for c2.'],
  ['all', ['contained', 'contained'], [], 'The fix is in c0 and c1.'],
  ['unasked', ['unknown'], [], 'Unknown for c0.'],
])('says where the fix of an issue is: %s', (_name, states, pullRequests, sentence) => {
  const channels = states.map((state, i) => ({ channel: `c${i}`, state, pull: null, reachedAt: null }));

  expect(channelSentence({ channels, pullRequests: [...pullRequests] })).toBe(sentence);
});
