import { describe, expect, it } from 'vitest';
import { gitMembership, isCommit, isPlainlyCommit } from './git.ts';
import type { RangeEvent } from './model.ts';

const [first, fix, last, limit, other] = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
  string,
];
const events: readonly RangeEvent[] = [
  { type: 'introduced', version: first },
  { type: 'fixed', version: fix },
  { type: 'last_affected', version: last },
  { type: 'limit', version: limit },
];

describe('what is a commit', () => {
  it.each([
    ['1da177e', true, true],
    ['1da177e4c3f', true, true],
    ['5ab3c4c', true, true],
    ['b72528be', true, true],
    ['20240b1', true, false],
    ['1234567a', true, false],
    ['1da177e4c3f4', true, true],
    ['1DA177E4C3F4', true, true],
    ['20240101000000', true, false],
    ['999999999999', true, false],
    ['a'.repeat(40), true, true],
    ['f'.repeat(64), true, true],
    ['f'.repeat(65), false, false],
    ['1da177', false, false],
    ['1da177e4c3fg', false, false],
    ['', false, false],
  ])('%s: %s, plainly %s', (text, commit, plainly) => {
    expect(isCommit(text)).toBe(commit);
    expect(isPlainlyCommit(text)).toBe(plainly);
  });
});

describe('a commit among commits', () => {
  it.each([
    ['where it begins', first, 'yes'],
    ['the fix', fix, 'no'],
    ['the last one', last, 'yes'],
    ['the limit', limit, 'no'],
    ['shortened', fix.slice(0, 7), 'no'],
    ['in capitals', fix.toUpperCase(), 'no'],
    ['longer than the record has it', `${first}0`, 'yes'],
    ['one that is not named', other, 'unsure'],
    ['too short to be one', fix.slice(0, 6), 'unsure'],
  ])('%s', (_name, commit, holds) => {
    expect(gitMembership(events, { commit }).holds).toBe(holds);
  });

  it('says which commit decided', () => {
    expect(gitMembership(events, { commit: first })).toMatchObject({
      bound: { type: 'introduced', version: first },
      listed: first,
    });
    expect(gitMembership(events, { commit: fix })).toMatchObject({ bound: { type: 'fixed', version: fix } });
  });

  it.each<[string, RangeEvent[], string]>([
    ['from the beginning without an end', [{ type: 'introduced', version: '0' }], 'yes'],
    ['from a commit without an end', [{ type: 'introduced', version: first }], 'unsure'],
    [
      'from the beginning to a fix',
      [
        { type: 'introduced', version: '0' },
        { type: 'fixed', version: fix },
      ],
      'unsure',
    ],
    [
      'from the beginning and once more',
      [
        { type: 'introduced', version: '0' },
        { type: 'introduced', version: first },
      ],
      'yes',
    ],
    ['nothing', [], 'unsure'],
  ])('%s', (_name, written, holds) => {
    expect(gitMembership(written, { commit: other }).holds).toBe(holds);
  });

  it('tells a missing commit from a version, of which commits know nothing', () => {
    expect(gitMembership(events, {})).toEqual({ holds: 'unsure', doubt: 'no_version' });
    expect(gitMembership(events, { version: '1.0' })).toEqual({ holds: 'unsure', doubt: 'git_without_graph' });
  });
});
