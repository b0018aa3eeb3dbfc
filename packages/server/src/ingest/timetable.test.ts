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
const settings = {
  ...Object.fromEntries(optional.map((name) => [name, 'https://upstream.test/'])),
  // Without one the advisories are not swept.
  GITHUB_TOKEN: 'of-anybody',
};
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

  it('finds missed changes as often as its info says', () => {
    const { by, everyHours } = info.reconciliation;
    const isSwept = by === 'sweep' || by === 'archive';
    const everything = items.filter(({ identifier }) => isSwept === (identifier === `${id}:sweep`));
    const pauses = parseCronItems(everything).map(({ match }) => longestPauseHours(match));

    if (everyHours === null) expect(pauses).toEqual([]);
    else expect(Math.max(...pauses)).toBeLessThanOrEqual(everyHours);
  });
});

type Match = ReturnType<typeof parseCronItems>[number]['match'];

/** Over a hundred days: months of every length are among them. */
function longestPauseHours(match: Match): number {
  const start = Date.UTC(2026, 0, 1);
  const minutes = Array.from({ length: 100 * DAY_MINUTES }, (_, minute) => start + minute * 60_000);
  const times = minutes.filter((time) => {
    const date = new Date(time);
    const clock = { min: date.getUTCMinutes(), hour: date.getUTCHours(), dow: date.getUTCDay() };
    return match({ ...clock, date: date.getUTCDate(), month: date.getUTCMonth() + 1 });
  });
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time))) / 3_600_000;
}

function minutesOfADay() {
  return Array.from({ length: DAY_MINUTES }, (_, i) => ({
    min: i % 60,
    hour: Math.floor(i / 60),
    date: 15,
    month: 9,
    dow: 2,
  }));
}
