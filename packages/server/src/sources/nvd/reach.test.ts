import { expect, it } from 'vitest';
import { findReach, isSilent } from './reach.ts';

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 8, day, hour));

it.each([
  ['a window with records', at(1), at(9), 1, false],
  ['an empty window of 48 hours', at(1), at(3), 0, false],
  ['an empty window of 49 hours', at(1), at(3, 1), 0, true],
])('isSilent: %s', (_name, from, to, records, silent) => {
  expect(isSilent({ from, to }, { records })).toBe(silent);
});

it.each([
  ['to its end, if its latest change is recent', { newest: at(9), unreadable: 0 }, at(10)],
  ['48 hours after its latest change', { newest: at(4), unreadable: 0 }, at(6)],
  ['nowhere, if it has no change', { newest: null, unreadable: 0 }, null],
  ['a day back, if a record could not be read', { newest: at(9), unreadable: 1 }, at(9)],
  ['not beyond the silence, though a record could not be read', { newest: at(4), unreadable: 1 }, at(6)],
])('a window moves the position %s', (_name, pass, until) => {
  expect(findReach({ from: at(1), to: at(10) }, pass, at(1))).toEqual(until);
});

it('a record that cannot be read does not move the position back', () => {
  const window = { from: at(8), to: at(10, 2) };

  expect(findReach(window, { newest: at(10), unreadable: 1 }, at(8))).toEqual(at(10));
});
