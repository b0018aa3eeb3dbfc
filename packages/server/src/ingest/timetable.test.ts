import { parseCronItems } from 'graphile-worker';
import { expect, it } from 'vitest';
import { SOURCE_CATALOGUE } from '../sources/catalogue.ts';
import { ENABLED_SOURCES } from '../sources/index.ts';
import { timetable } from './timetable.ts';

const DAY_MINUTES = 24 * 60;

it('reads every enabled source as often as its info says, and no other', () => {
  const perDay = new Map(
    parseCronItems([...timetable]).map(({ identifier, match }) => [identifier, minutesOfADay().filter(match).length]),
  );

  const promised = SOURCE_CATALOGUE.filter(
    ({ id, cadenceSeconds }) => ENABLED_SOURCES.has(id) && cadenceSeconds !== null,
  );
  expect(perDay).toEqual(
    new Map(promised.map(({ id, cadenceSeconds }) => [id, (DAY_MINUTES * 60) / (cadenceSeconds ?? 0)])),
  );
});

function minutesOfADay() {
  return Array.from({ length: DAY_MINUTES }, (_, i) => ({
    min: i % 60,
    hour: Math.floor(i / 60),
    date: 15,
    month: 9,
    dow: 2,
  }));
}
