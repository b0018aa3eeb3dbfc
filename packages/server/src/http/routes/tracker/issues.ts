import { getIssues } from '@almanac/contract';
import { coverageOf } from '../../../app/search/coverage.ts';
import { issueOf } from '../../../app/tracker/objects.ts';
import { selectIssues } from '../../../app/tracker/select-issues.ts';
import { TRACKER_SOURCES } from '../../../app/tracker/sources.ts';
import { route } from '../../route.ts';

/** List and count are of one reading of the tracker. */
export const issues = route(getIssues, async ({ boards, sourceStates }, { query: { page, limit, ...question } }) => {
  const board = await boards.read();
  const found = selectIssues(board.issues, question);
  return {
    data: {
      issues: found.slice((page - 1) * limit, page * limit).map(issueOf),
      total: found.length,
      page,
      pageSize: limit,
    },
    envelopeFields: await coverageOf(sourceStates, TRACKER_SOURCES),
  };
});
