import { getChanges } from '@almanac/contract';
import type { z } from 'zod';
import { printCursor } from '../../../app/changes/cursor.ts';
import { filterAsked, placeAsked } from '../../../app/changes/follow-question.ts';
import { readChanges } from '../../../app/changes/read-changes.ts';
import { FOLLOWED_SOURCES } from '../../../app/changes/told-change.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { type Route, route } from '../../route.ts';

const asked: Route = route(getChanges, async (deps, { query }, { nothingAfter }) => {
  const from = await placeAsked(deps, query.after);
  const filter = await filterAsked(deps, query);
  const { changes, end, more } = await readChanges(deps.changes, { from, filter, limit: query.limit });
  // Whoever asks from now on needs the cursor first.
  if (query.after !== undefined && changes.length === 0 && !more) nothingAfter(end);
  return {
    data: { changes: [...changes], cursor: printCursor(end), more },
    envelopeFields: await coverageOf(deps.sourceStates, FOLLOWED_SOURCES),
  };
});

export const changes: Route = {
  ...asked,
  waitMs: ({ query }) => 1_000 * (query as z.output<typeof getChanges.query>).wait,
};
