import { expect, it } from 'vitest';
import { todayHeadline } from './headline.ts';
import type { HomeModel } from './model.ts';

type Open = Exclude<HomeModel['open'], string>;
const open = (given: Partial<Open>): Open => ({ first: [], total: 9, exploited: 0, likely: 0, unscored: 0, ...given });

const kev = (state: 'ok' | 'stale') => [{ id: 'kev', state } as HomeModel['sources'][number]];

it('does not say that nothing is exploited while the catalogue is stale', () => {
  const { tone, lead } = todayHeadline({ open: open({}), changed: { cves: [], total: 0 }, sources: kev('stale') });

  expect([tone, lead]).toEqual(['warn', 'Which of the 9 open vulnerabilities are exploited is not known.']);
});

it.each<[string, HomeModel['open'], number, string, string]>([
  ['nothing read', 'unread', 0, 'plain', 'The tracker has not been read yet: what is open is unknown.'],
  ['read too late', 'late', 3, 'plain', 'The tracker could not be read in time: what is open is unknown. 3 vuln'],
  ['nothing open', open({ total: 0 }), 2, 'calm', 'No tracked issue is open. 2 vulnerabilities changed'],
  [
    'exploited',
    open({ exploited: 2, likely: 1 }),
    1,
    'bad',
    '2 exploited vulnerabilities are open in the collection. 1',
  ],
  ['one exploited', open({ exploited: 1 }), 0, 'bad', '1 exploited vulnerability is open in the collection. No change'],
  [
    'likely',
    open({ likely: 3 }),
    0,
    'warn',
    'None of the 9 open vulnerabilities is known to be exploited. 3 are likely',
  ],
  ['unscored', open({ unscored: 9 }), 0, 'warn', 'None of the 9 open vulnerabilities is known to be exploited. For 9'],
  ['unlikely', open({}), 0, 'calm', 'None of the 9 open vulnerabilities is known to be exploited. No change'],
])('the day in a sentence: %s', (_name, risks, total, tone, words) => {
  const { tone: shown, lead, rest } = todayHeadline({ open: risks, changed: { cves: [], total }, sources: kev('ok') });

  expect([shown, `${lead} ${rest}`]).toEqual([tone, expect.stringContaining(words)]);
});
