import { expect, it } from 'vitest';
import { expectedPause, frozenParts } from './frozen-parts.ts';

const DAY = 86_400;
const checkedAt = new Date('2026-11-15T12:00:00Z');
const daysAgo = (days: number) => new Date(checkedAt.getTime() - days * DAY * 1000);

it.each([
  ['daily', 1, 7],
  ['weekly', 7, 21],
  ['once in two months', 60, 180],
  ['once a year', 365, 365],
])('a part that changes %s may pause for a while', (_name, pause, expected) => {
  expect(expectedPause(pause * DAY)).toBe(expected * DAY);
});

it.each([
  ['changed within its pause', { changedAt: daysAgo(6.9), pauseSeconds: DAY }, false],
  ['stood still for longer', { changedAt: daysAgo(7.1), pauseSeconds: DAY }, true],
  ['always was slow', { changedAt: daysAgo(100), pauseSeconds: 60 * DAY }, false],
  ['is too young to tell', { changedAt: daysAgo(100), pauseSeconds: null }, false],
  ['is empty', { changedAt: null, pauseSeconds: DAY }, false],
])('a part that %s', (_name, facts, frozen) => {
  expect(frozenParts([{ part: 'Hex', ...facts }], checkedAt).map(({ part }) => part)).toEqual(frozen ? ['Hex'] : []);
});

it('names the one that has stood still for longest first', () => {
  const parts = [8, 200, 30].map((days) => ({ part: `${days}`, changedAt: daysAgo(days), pauseSeconds: DAY }));

  expect(frozenParts(parts, checkedAt).map(({ part }) => part)).toEqual(['200', '30', '8']);
});

it('says nothing of a source that was never read', () => {
  expect(frozenParts([{ part: 'Hex', changedAt: daysAgo(99), pauseSeconds: DAY }], null)).toEqual([]);
});
