import { expect, it } from 'vitest';
import { matchesPath } from './path-pattern.ts';

it.each([
  ['*', '/anything', true],
  ['/a', '/a', true],
  ['/a', '/ab', false],
  ['/cves/*', '/cves/2024/1.json', true],
  ['*/delta.json', '/main/cves/delta.json', true],
  ['*/delta.json', '/main/cves/deltaLog.json', false],
  ['/a*b*c', '/a-b-b-c', true],
  ['/a*b*c', '/a-c-b', false],
  ['/ab*ba', '/aba', false],
  ['', '', true],
])('%s against %s: %s', (pattern, path, expected) => {
  expect(matchesPath(pattern, path)).toBe(expected);
});
