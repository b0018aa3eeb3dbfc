import { getStats } from '@almanac/contract';
import { route } from '../../route.ts';
import { coverageOf } from '../../search/coverage.ts';
import { statsOf } from '../../tracker/counts.ts';
import { TRACKER_SOURCES } from '../../tracker/sources.ts';

export const stats = route(getStats, async ({ boards, sourceStates }) => ({
  data: statsOf((await boards.read()).issues),
  beside: await coverageOf(sourceStates, TRACKER_SOURCES),
}));
