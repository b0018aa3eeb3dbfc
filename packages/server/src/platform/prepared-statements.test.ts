import { expect, it } from 'vitest';
import { preparedNames } from './prepared-statements.ts';

it.each([
  ['select 1 where $1', true],
  ['\n    with asked as (select 1) select 2', true],
  ['begin', false],
  ['insert into account values ($1)', false],
  ['/* planned each time */ select 1', false],
  ['select /* planned each time */ 1', false],
])('%j is named: %s', (text, isNamed) => {
  expect(preparedNames()(text) !== null).toBe(isNamed);
});

it('gives a text one name, and another text another', () => {
  const nameOf = preparedNames();

  expect(nameOf('select 1')).toBe(nameOf('select 1'));
  expect(nameOf('select 1')).not.toBe(nameOf('select 2'));
  // PostgreSQL cuts a name at 63 bytes, and two that are cut would be one.
  expect(nameOf('select 1')?.length).toBeLessThan(64);
});

it('names no more than so many', () => {
  const nameOf = preparedNames(2);
  const named = ['select 1', 'select 2', 'select 3', 'select 1'].map((text) => nameOf(text) !== null);

  expect(named).toEqual([true, true, false, true]);
});
