import { getTrackerStats } from '@almanac/contract';
import { route } from '../../route.ts';
import { coverageOf } from '../../search/coverage.ts';
import { trackerStatsOf } from '../../tracker/counts.ts';
import { TRACKER_SOURCES } from '../../tracker/sources.ts';

export const trackerStats = route(getTrackerStats, async ({ boards, sourceStates, now }) => ({
  data: trackerStatsOf((await boards.read()).issues, now()),
  beside: await coverageOf(sourceStates, [...TRACKER_SOURCES, 'channels']),
}));
