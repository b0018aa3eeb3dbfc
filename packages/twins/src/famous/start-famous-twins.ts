import { epss } from '../epss/epss.ts';
import type { Clock } from '../frame/clock.ts';
import { type RunningTwins, startDefined, TWINS } from '../twins.ts';
import { DAY } from '../world/when.ts';
import { KNOWN_DAYS, WEEKLY } from './epss-over-time.ts';
import { famousWorld } from './famous-world.ts';

/** A source without recent score files counts as silent. */
const RECENT_DAYS = 14;

export async function startFamousTwins(clock: Clock): Promise<RunningTwins> {
  const scores = epss(famousWorld, { missing: daysWithoutScores(clock.start) });
  return startDefined((id) => (id === 'epss' ? scores : TWINS[id].define(famousWorld)), { clock });
}

/** Earlier, there are only files for days with known scores. */
function daysWithoutScores(start: number): string[] {
  const known = new Set<string>([...KNOWN_DAYS, ...WEEKLY.days()]);
  const past = Math.floor((start - Date.parse(WEEKLY.first)) / DAY) - RECENT_DAYS;
  const days = Array.from({ length: past }, (_, index) => new Date(Date.parse(WEEKLY.first) + index * DAY));
  return days.map((day) => day.toISOString().slice(0, 10)).filter((day) => !known.has(day));
}
