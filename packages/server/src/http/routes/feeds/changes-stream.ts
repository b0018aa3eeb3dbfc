import { getChangeStream } from '@almanac/contract';
import { cursorOfPlace, isAfter } from '../../../app/changes/cursor.ts';
import { type Followed, followAsked, judgeOf, placeAsked } from '../../../app/changes/follow-question.ts';
import { passingChanges } from '../../../app/changes/passing-changes.ts';
import type { ChangePlace } from '../../../queries/newest-change.ts';
import { eventText } from '../../response/event-stream.ts';
import { eventsRoute } from '../../route.ts';

interface Place extends Followed {
  readonly from: ChangePlace | null;
}

/** Changes that are written at once: a reader that takes none has no more than these in memory. */
const MOST_AT_ONCE = 100;

export const changeStream = eventsRoute(getChangeStream, async (deps, { query }, { state, lastId }) => {
  const { from, filter, versions } = (state as Place | undefined) ?? {
    // A browser that connects again sends the address that it was given, and what it saw last in a header.
    from: await placeAsked(deps, lastId ?? query.after),
    ...(await followAsked(deps, query)),
  };
  const { changes, end, more } = await passingChanges(deps.changes, {
    from,
    filter,
    limit: MOST_AT_ONCE,
    judge: judgeOf(deps, versions),
  });
  const told = changes.map((data) => eventText({ id: data.cursor, event: 'change', data }));
  // An id alone is no event, and moves the place from which the reader goes on.
  const moved = told.length === 0 && (state === undefined || isAfter(end, from));
  const text = moved ? `id: ${cursorOfPlace(end)}\n\n` : told.join('');
  return { text, state: { from: end, filter, versions } satisfies Place, end, more };
});
