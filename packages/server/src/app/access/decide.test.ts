import { expect, it } from 'vitest';
import { type Applicant, decideAccess } from './decide.ts';

const applicant = (given: Partial<Applicant> = {}): Applicant => ({
  status: 'pending',
  decidedBy: null,
  hasKey: false,
  providerId: 583231,
  login: 'Octocat',
  ...given,
});

it.each([
  ['whoever is new is granted by an open policy', {}, 'open', [], false, 'issue'],
  ['waits for a hand by the manual one', {}, 'manual', [], false, 'pending'],
  ['waits when not on the list', {}, 'allowlist', ['someone'], false, 'pending'],
  ['is granted by number', {}, 'allowlist', ['583231'], false, 'issue'],
  ['is granted by login in any case', {}, 'allowlist', ['octocat'], false, 'issue'],
  ['a login of digits is no number', { login: '77' }, 'allowlist', ['77'], false, 'pending'],
  ['the list counts for its own policy alone', {}, 'manual', ['583231'], false, 'pending'],
  ['whoever waits and asks for another key still waits', {}, 'manual', [], true, 'pending'],
  [
    'who was granted by hand gets the first key',
    { status: 'granted', decidedBy: 'operator' },
    'manual',
    [],
    false,
    'issue',
  ],
  ['who has a key is not shown it again', { status: 'granted', hasKey: true }, 'open', [], false, 'keep'],
  ['who has lost it gets another', { status: 'granted', hasKey: true }, 'open', [], true, 'issue'],
  ['who left the list keeps the key', { status: 'granted', hasKey: true }, 'allowlist', [], false, 'keep'],
  [
    'who is held by hand is not let in by a policy',
    { decidedBy: 'operator', hasKey: true },
    'open',
    [],
    false,
    'pending',
  ],
  ['who was thrown out stays out', { status: 'revoked', decidedBy: 'operator' }, 'open', [], true, 'denied'],
  ['and is not let in by a list', { status: 'revoked' }, 'allowlist', ['583231'], false, 'denied'],
] as const)('%s', (_name, given, policy, allowlist, rotate, decision) => {
  expect(decideAccess(applicant(given), { policy, allowlist: new Set(allowlist) }, rotate)).toBe(decision);
});
