import { SOURCE_IDS } from '@almanac/contract';
import { parseCronItems } from 'graphile-worker';
import { describe, expect, it } from 'vitest';
import { readEnvironment, sourceAddresses } from '../bin/environment.ts';
import { SOURCES } from '../sources/catalogue.ts';
import { openFeeds } from './feeds.ts';
import { timetable } from './timetable.ts';

const DAY_MINUTES = 24 * 60;

/** Also those that are read only where a deployment says from where. */
const optional = SOURCE_IDS.filter((id) => SOURCES[id].optional).flatMap((id) => Object.keys(SOURCES[id].settings));
const settings = Object.fromEntries(optional.map((name) => [name, 'https://upstream.test/']));
const feeds = openFeeds(sourceAddresses(readEnvironment(settings)));

describe.each(SOURCE_IDS)('%s', (id) => {
  const { info, schedule } = SOURCES[id];
  const items = timetable(feeds).filter(({ identifier }) => identifier?.startsWith(`${id}:`));

  it('has each channel that its schedule names', () => {
    expect(items.map(({ identifier }) => identifier)).toEqual(schedule.map(({ channel }) => `${id}:${channel}`));
  });

  it('is read at least as often as its info says, or never where that names no cadence', () => {
    const perDay = parseCronItems(items).map(({ match }) => minutesOfADay().filter(match).length);

    if (info.cadenceSeconds === null) expect(perDay).toEqual([]);
    else expect(Math.max(...perDay)).toBeGreaterThanOrEqual((DAY_MINUTES * 60) / info.cadenceSeconds);
  });
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
