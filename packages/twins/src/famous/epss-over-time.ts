import type { Timeline } from '../world/timeline.ts';
import { DAY } from '../world/when.ts';
import type { FamousRecord } from './record.ts';

export const KNOWN_DAYS = ['2026-08-09', '2026-08-16'] as const;

/** Every Tuesday, and one final Saturday. */
export const WEEKLY = {
  first: '2023-03-07',
  last: '2025-05-31',
  days: (): string[] => {
    const weeks = Math.floor((Date.parse(WEEKLY.last) - Date.parse(WEEKLY.first)) / (7 * DAY)) + 1;
    const tuesdays = Array.from({ length: weeks }, (_, week) => Date.parse(WEEKLY.first) + week * 7 * DAY);
    return [...tuesdays.map((day) => new Date(day).toISOString().slice(0, 10)), WEEKLY.last];
  },
};

interface Epss {
  readonly score: number;
  readonly percentile: number;
}

/**
 * Each known score applies until the next. Weekly scores have no percentiles, but files need one, so the first known
 * percentile is used.
 */
export function epssOverTime(epss: NonNullable<FamousRecord['epss']>, weekly: string | undefined): Timeline<Epss> {
  const [score, percentile] = epss;
  const known = [[KNOWN_DAYS[epss.length === 2 ? 1 : 0], score, percentile] as const];
  if (epss.length === 4) known.push([KNOWN_DAYS[1], epss[2], epss[3]]);
  const earlier = (weekly === undefined ? [] : weekly.split(', ')).map((text) => {
    const [day = '', value] = text.split(' ');
    return [day, Number(value), percentile] as const;
  });
  return [...earlier, ...known].map(stepOf) as [Timeline<Epss>[0], ...Timeline<Epss>[0][]];
}

function stepOf([day, score, percentile]: readonly [string, number, number]): Timeline<Epss>[0] {
  return { at: { at: `${day}T00:00:00Z` }, set: { score, percentile } };
}
