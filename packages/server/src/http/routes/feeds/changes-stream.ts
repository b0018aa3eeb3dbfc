import { getChangeStream } from '@almanac/contract';
import type { ChangeFilter } from '@almanac/core/changes';
import { isAfter, printCursor } from '../../../app/changes/cursor.ts';
import { filterAsked, placeAsked } from '../../../app/changes/follow-question.ts';
import { readChanges } from '../../../app/changes/read-changes.ts';
import type { ChangePlace } from '../../../queries/newest-change.ts';
import { eventText } from '../../response/event-stream.ts';
import { eventsRoute } from '../../route.ts';

interface Followed {
  readonly from: ChangePlace | null;
  readonly filter: ChangeFilter;
}

/** Changes that are written at once: a reader that takes none has no more than these in memory. */
const MOST_AT_ONCE = 100;

export const changeStream = eventsRoute(getChangeStream, async (deps, { query }, { state, lastId }) => {
  const { from, filter } = (state as Followed | undefined) ?? {
    // A browser that connects again sends the address that it was given, and what it saw last in a header.
    from: await placeAsked(deps, lastId ?? query.after),
    filter: await filterAsked(deps, query),
  };
  const { changes, end, more } = await readChanges(deps.changes, { from, filter, limit: MOST_AT_ONCE });
  const told = changes.map((data) => eventText({ id: data.cursor, event: 'change', data }));
  // An id alone is no event, and moves the place from which the reader goes on.
  const moved = told.length === 0 && (state === undefined || isAfter(end, from));
  const text = moved ? `id: ${printCursor(end)}\n\n` : told.join('');
  return { text, state: { from: end, filter } satisfies Followed, end, more };
});
