import { describe, expect, it } from 'vitest';
import { pypi } from './pypi.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('PEP 440', () => {
  it.each([
    ['1.0.dev1', '<', '1.0a1'],
    ['1.0a1', '<', '1.0b1'],
    ['1.0b1', '<', '1.0rc1'],
    ['1.0rc1', '<', '1.0'],
    ['1.0', '<', '1.0.post1'],
    ['1.0.post1.dev1', '<', '1.0.post1'],
    ['1.0', '=', 'v1.0.0'],
    ['1.0-1', '=', '1.0.post1'],
    ['1.0c1', '=', '1.0-RC.1'],
    ['1.0alpha', '=', '1.0a0'],
    ['1!0.1', '>', '2024.1'],
    ['1.0+ubuntu.1', '>', '1.0'],
    ['1.0+1', '>', '1.0+z'],
    ['1.0+a-1', '=', '1.0+A.1'],
    ['0.1-charmander', '<', '0.0.1.dev0'],
    ['1.0a1.dev1', '<', '1.0a1'],
    ['1.0beta2', '=', '1.0b2'],
    ['1.0pre1', '=', '1.0rc1'],
    ['1.0-preview_1', '=', '1.0rc1'],
    ['1.0.rev1', '=', '1.0.post1'],
    ['1.0r1', '=', '1.0.post1'],
    ['1.0-post', '=', '1.0.post0'],
    ['1.0.dev', '=', '1.0.dev0'],
    ['1.0_a_1', '=', '1.0a1'],
    ['1.0a9', '<', '1.0a10'],
    ['1.0.post9', '<', '1.0.post10'],
    ['1.0.dev9', '<', '1.0.dev10'],
    ['1.0a1', '<', '1.0a1.post1'],
    ['1.0a1.post1.dev1', '<', '1.0a1.post1'],
    ['1.0', '<', '1.0.post1.dev1'],
    ['2!1.0', '>', '1!9.0'],
    ['0!1.0', '=', '1.0'],
    ['1.0+a', '<', '1.0+b'],
    ['1.0+a', '<', '1.0+a.1'],
    ['1.0+9', '<', '1.0+10'],
    ['1.0+A_b', '=', '1.0+a.b'],
    ['1.0.post1+a', '>', '1.0.post1'],
    ['1.0+a', '<', '1.0+a.0'],
    ['1.0', '<', '1.0+0'],
    ['1.0.dev1', '<', '1.0a1.dev1'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(pypi.compare(a, b)).toBe(SIGN[sign]);
    expect(pypi.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each([' 1.0 ', 'v1!2.3a4.post5.dev6+local.7', '1.0-1', '1.0+0az9'])('accepts %j', (text) => {
    expect(pypi.isValid(text)).toBe(true);
  });

  it.each([
    '1.0-foo',
    '',
    '1.0+',
    '1.0++x',
    '1.0.x',
    '1..0',
    '0.1-charmander',
    'v',
    '1!',
    '!1.0',
    '1.0-',
    '1.0a1b2',
    '1.0.post1a1',
    '1.0.dev1.post1',
    '1.0+a..b',
    '1.0+.a',
    '1.0+a.',
    '1.0+a/b',
    '1.0+a{',
    '1.0+a`',
    '1.0.',
    '1.0.+a',
  ])('does not accept %j, and puts it below every version', (text) => {
    expect(pypi.isValid(text)).toBe(false);
    expect(pypi.compare(text, '0.0.0')).toBe(-1);
  });
});
