import { epss } from '../epss/epss.ts';
import type { Clock } from '../frame/clock.ts';
import { type RunningTwins, startDefined, TWINS } from '../twins.ts';
import { DAY } from '../world/when.ts';
import { famousWorld } from './famous-world.ts';

/** So far back there are files of scores that somebody may ask for. */
const DAYS = 400;
/** All of the last days have a file; before them it is one in a week, which makes a year a matter of a second. */
const EVERY_DAY = 14;

/** All twins over the well-known vulnerabilities. */
export async function startFamousTwins(clock: Clock): Promise<RunningTwins> {
  const scores = epss(famousWorld, { missing: daysWithoutScores(clock.start) });
  return startDefined((id) => (id === 'epss' ? scores : TWINS[id].define(famousWorld)), { clock });
}

/** The known days are Sundays: every other day of the past but the last ones is missing. */
function daysWithoutScores(start: number): string[] {
  const days = Array.from({ length: DAYS - EVERY_DAY }, (_, index) => new Date(start - (index + EVERY_DAY) * DAY));
  return days.filter((day) => day.getUTCDay() !== 0).map((day) => day.toISOString().slice(0, 10));
}
