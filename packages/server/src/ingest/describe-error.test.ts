import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

it.each<[string, unknown, string]>([
  ['its causes', new Error('could not read', { cause: new Error('refused') }), 'could not read: refused'],
  ['no cause twice', new Error('kev: refused', { cause: new Error('refused') }), 'kev: refused'],
  [
    'the code where there is no text',
    Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
  ],
  ['what was thrown', 'oops', 'oops'],
  ['one line', new Error('first\n  second'), 'first second'],
])('an error tells %s', (_name, error, text) => {
  expect(describeError(error)).toBe(text);
});

it('is short, however long the message', () => {
  expect(describeError(new Error('x'.repeat(100_000)))).toHaveLength(500);
});
