import { expect, it } from 'vitest';
import { ConnectionRefused } from './postgres-errors.ts';
import { isStorageUnavailable } from './unavailable.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

it.each([
  ['connection refused', withCode('ECONNREFUSED'), true],
  ['every address refused', new AggregateError([withCode('ECONNREFUSED')], 'x'), true],
  ['the server is shutting down', withCode('57P01'), true],
  ['the server is starting up', withCode('57P03'), true],
  ['a statement timeout', withCode('57014'), true],
  ['too many connections', withCode('53300'), true],
  ['the pool waited too long', new Error('timeout exceeded when trying to connect'), true],
  ['wrapped by a library', new Error('query failed', { cause: withCode('08006') }), true],
  ['a login that is refused', new ConnectionRefused(withCode('28P01')), true],
  ['a syntax error', withCode('42601'), false],
  ['a unique violation', withCode('23505'), false],
  ['a bug', new TypeError('x is not a function'), false],
  ['not an error', 'ECONNREFUSED', false],
])('%s', (_name, error, expected) => {
  expect(isStorageUnavailable(error)).toBe(expected);
});
