import { normaliseCveId } from '@almanac/core/ids';
import { describe, expect, it } from 'vitest';
import { idsOfNickname, NICKNAMES } from './nicknames.ts';

describe('a nickname', () => {
  it.each([
    ['log4shell', 'CVE-2021-44228'],
    [' Log4Shell ', 'CVE-2021-44228'],
    ['"rapid  reset"', 'CVE-2023-44487'],
  ])('%s is %s', (query, id) => {
    expect(idsOfNickname(query)[0]).toBe(id);
  });

  it.each(['', 'log4shell mitigation', '__proto__', 'constructor'])('is not %j', (query) => {
    expect(idsOfNickname(query)).toEqual([]);
  });

  it.each([...NICKNAMES])('%s can be asked for, and stands for ids', (name, ids) => {
    expect(idsOfNickname(name)).toBe(ids);
    expect(ids.map(normaliseCveId)).toEqual(ids);
  });
});
