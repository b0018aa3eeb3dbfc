import { getTrackerCves } from '@almanac/contract';
import { cveSummaries } from '../../../app/cve/cve-summaries.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { pullOf, severityWord } from '../../../app/tracker/objects.ts';
import { TRACKER_SOURCES } from '../../../app/tracker/sources.ts';
import { route } from '../../route.ts';

export const trackerCves = route(
  getTrackerCves,
  async ({ boards, databases, sourceStates }, { query: { status, stage, page, limit } }) => {
    const board = await boards.read();
    const found = board.cves.filter(
      (cve) =>
        (status === 'all' || cve.issues.some(({ state }) => state === 'open') === (status === 'open')) &&
        (stage === 'all' || (cve.stage ?? 'none') === stage),
    );
    const shown = found.slice((page - 1) * limit, page * limit);
    const ids = shown.map(({ id }) => id);
    const summaries = await databases.readWithFallback((db) => cveSummaries(db, ids));
    const titles = new Map(summaries.map(({ id, title }) => [id, title]));
    return {
      data: {
        cves: shown.map((cve) => ({
          id: cve.id,
          title: titles.get(cve.id) ?? null,
          severity: severityWord(board.severities.get(cve.id) ?? null),
          stage: cve.stage,
          issues: cve.issues.map(({ number, title, url, state, createdAt }) => ({
            number,
            title,
            url,
            state,
            created_at: createdAt,
          })),
          pullRequests: cve.pulls.map(pullOf),
        })),
        total: found.length,
        page,
        pageSize: limit,
      },
      envelopeFields: await coverageOf(sourceStates, [...TRACKER_SOURCES, 'channels']),
    };
  },
);
