import { describe, expect, it } from 'vitest';
import { harmInWords, reachInWords } from './vector-words.ts';

describe('what an attacker gains', () => {
  it.each([
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'read all data, change all data and take the service down'],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', 'take the service down'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:L/VA:N/SC:H/SI:H/SA:H', 'read some data and change some data'],
    ['AV:N/AC:L/Au:N/C:P/I:N/A:C', 'read some data and take the service down'],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', null],
    ['nonsense', null],
  ])('%s', (vector, words) => {
    expect(harmInWords(vector)).toBe(words);
  });
});

it.each([
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'over the network, without an account and without user interaction'],
  [
    'CVSS:3.1/AV:L/AC:L/PR:L/UI:R/S:U/C:H/I:H/A:H',
    'with access to the machine, with an account and requires user interaction',
  ],
  ['AV:A/AC:L/Au:S/C:P/I:N/A:C', 'from an adjacent network, with an account'],
  ['nonsense', null],
])('says how it is attacked: %s', (vector, words) => {
  expect(reachInWords(vector)).toBe(words);
});
