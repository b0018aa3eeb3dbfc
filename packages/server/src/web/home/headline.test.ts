import { expect, it } from 'vitest';
import type { HomeModel, OpenCve, OpenGroup, OpenWork } from '../../app/home/page.ts';
import { todayHeadline } from './headline.ts';

const group = (given: Partial<OpenGroup> = {}): OpenGroup => ({
  first: [],
  total: 0,
  exploited: 0,
  likely: 0,
  unscored: 0,
  ...given,
});
const affected = (given: Partial<OpenGroup>): OpenWork => ({
  affected: group({ total: 9, ...given }),
  unknown: group(),
  packages: { affected: 7, exploited: given.exploited ?? 0 },
  refuted: { first: [], total: 0 },
});
const cve = (id: string, kev: boolean): OpenCve => ({
  facts: { id, kev, exploitation: null, epss: null, severity: null },
  title: null,
  verdict: { verdict: 'unknown', unknownReasons: ['possible_match'], affectedBy: [], undecided: [id], places: [] },
  packages: [],
  issue: 1,
  stage: null,
});
const unknown = group({ first: [cve('CVE-2026-0001', true), cve('CVE-2026-0002', false)], total: 3, exploited: 1 });
const UNKNOWN_WORDS =
  'Unknown for 3 CVEs whether nixpkgs is affected: CVE-2026-0001 (exploited), CVE-2026-0002 and 1 more.';

const kev = (state: 'ok' | 'stale') => [{ id: 'kev', state } as HomeModel['sources'][number]];

it('does not say that nothing is exploited while the catalogue is stale', () => {
  const { tone, lead } = todayHeadline({ open: affected({}), changed: { cves: [], total: 0 }, sources: kev('stale') });

  expect([tone, lead]).toEqual([
    'warn',
    'We don’t know which of the 9 tracked vulnerabilities that affect nixpkgs are exploited.',
  ]);
});

it.each<[string, HomeModel['open'], number, string, string]>([
  ['nothing read', 'unread', 0, 'plain', 'The tracker has not been read yet, so we don’t know'],
  [
    'read too late',
    'late',
    3,
    'plain',
    'The tracker could not be read in time, so we don’t know which issues are open. 3 v',
  ],
  ['nothing open', affected({ total: 0 }), 2, 'calm', 'No tracked issue is open. 2 vulnerabilities changed'],
  [
    'exploited',
    affected({ exploited: 2, likely: 1 }),
    1,
    'bad',
    '2 exploited vulnerabilities affect 2 nixpkgs packages. 1 more is likely to be exploited. 1 vulnerability changed',
  ],
  ['one exploited', affected({ exploited: 1 }), 0, 'bad', '1 exploited vulnerability affects 1 nixpkgs package. No'],
  [
    'likely',
    affected({ likely: 3 }),
    0,
    'warn',
    'None of the 9 tracked vulnerabilities that affect nixpkgs is known to be exploited. 3 more are likely',
  ],
  ['unscored', affected({ unscored: 9 }), 0, 'warn', 'is known to be exploited. 9 more are not scored.'],
  ['unlikely', affected({}), 0, 'calm', 'that affect nixpkgs is known to be exploited. No relevant change'],
  [
    'nothing affected, and one that is exploited unknown',
    { ...affected({ total: 0 }), unknown },
    0,
    'warn',
    `No tracked vulnerability is known to affect nixpkgs, but 3 could not be judged. ${UNKNOWN_WORDS}`,
  ],
  ['unlikely, and some unknown', { ...affected({}), unknown }, 0, 'warn', `is known to be exploited. ${UNKNOWN_WORDS}`],
  [
    'issues that their versions refute',
    { ...affected({ total: 0 }), refuted: { first: [], total: 2 } },
    0,
    'calm',
    'No tracked vulnerability is known to affect nixpkgs. 2 open issues can be closed: no channel carries an affected',
  ],
])('the day in a sentence: %s', (_name, open, total, tone, words) => {
  const { tone: shown, lead, rest } = todayHeadline({ open, changed: { cves: [], total }, sources: kev('ok') });

  expect([shown, `${lead} ${rest}`]).toEqual([tone, expect.stringContaining(words)]);
});
