import { getStats } from '@almanac/contract';
import { coverageOf } from '../../../app/search/coverage.ts';
import { statsOf } from '../../../app/tracker/counts.ts';
import { TRACKER_SOURCES } from '../../../app/tracker/sources.ts';
import { route } from '../../route.ts';

export const stats = route(getStats, async ({ boards, sourceStates }) => {
  const board = await boards.read();
  return {
    data: statsOf(await board.judged(board.issues)),
    envelopeFields: await coverageOf(sourceStates, TRACKER_SOURCES),
  };
});
