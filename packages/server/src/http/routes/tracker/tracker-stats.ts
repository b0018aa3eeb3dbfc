import { getTrackerStats } from '@almanac/contract';
import { coverageOf } from '../../../app/search/coverage.ts';
import { trackerStatsOf } from '../../../app/tracker/counts.ts';
import { TRACKER_SOURCES } from '../../../app/tracker/sources.ts';
import { route } from '../../route.ts';

export const trackerStats = route(getTrackerStats, async ({ boards, sourceStates, now }) => {
  const board = await boards.read();
  return {
    data: trackerStatsOf(await board.judged(board.issues), board.verdicts, now()),
    envelopeFields: await coverageOf(sourceStates, [...TRACKER_SOURCES, 'channels']),
  };
});
