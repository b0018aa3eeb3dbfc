import { getIssues } from '@almanac/contract';
import { coverageOf } from '../../../app/search/coverage.ts';
import { listIssues } from '../../../app/tracker/list-issues.ts';
import { RISK_SOURCES, TRACKER_SOURCES } from '../../../app/tracker/sources.ts';
import { route } from '../../route.ts';

export const issues = route(getIssues, async (deps, { query: { page, limit, ...question } }) => {
  const found = await listIssues(deps, question, { page, limit });
  return {
    data: { issues: found.issues, total: found.total, page, pageSize: limit },
    envelopeFields: await coverageOf(deps.sourceStates, question.sort === 'risk' ? RISK_SOURCES : TRACKER_SOURCES),
  };
});
