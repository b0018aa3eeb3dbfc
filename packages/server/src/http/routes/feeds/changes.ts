import { getChanges } from '@almanac/contract';
import type { z } from 'zod';
import { cursorOfPlace } from '../../../app/changes/cursor.ts';
import { followAsked, judgeOf, placeAsked } from '../../../app/changes/follow-question.ts';
import { passingChanges } from '../../../app/changes/passing-changes.ts';
import { FOLLOWED_SOURCES } from '../../../app/changes/told-change.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { type Route, route } from '../../route.ts';

const asked: Route = route(getChanges, async (deps, { query }, { nothingAfter }) => {
  const from = await placeAsked(deps, query.after);
  const { filter, versions } = await followAsked(deps, query);
  const judge = judgeOf(deps, versions);
  const { changes, end, more } = await passingChanges(deps.changes, { from, filter, limit: query.limit, judge });
  // Whoever asks from now on needs the cursor first.
  if (query.after !== undefined && changes.length === 0 && !more) nothingAfter(end);
  return {
    data: { changes: [...changes], cursor: cursorOfPlace(end), more },
    envelopeFields: await coverageOf(deps.sourceStates, FOLLOWED_SOURCES),
  };
});

export const changes: Route = {
  ...asked,
  waitMs: ({ query }) => 1_000 * (query as z.output<typeof getChanges.query>).wait,
};
