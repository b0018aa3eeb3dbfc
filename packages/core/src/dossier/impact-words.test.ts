import { describe, expect, it } from 'vitest';
import { impactInWords } from './impact-words.ts';

describe('impactInWords', () => {
  it.each([
    [
      'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      'By its vector an attacker who succeeds can read everything that it protects, change data at will and stop it from working.',
    ],
    [
      'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
      'By its vector an attacker who succeeds can stop it from working.',
    ],
    [
      'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:L/VA:N/SC:H/SI:H/SA:H',
      'By its vector an attacker who succeeds can read some of what it protects and change some data.',
    ],
    [
      'AV:N/AC:L/Au:N/C:P/I:N/A:C',
      'By its vector an attacker who succeeds can read some of what it protects and stop it from working.',
    ],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', null],
    ['nonsense', null],
  ])('%s', (vector, words) => {
    expect(impactInWords(vector)).toBe(words);
  });
});
