import type { Match } from './match.ts';

/** The first match that goes by an id. */
export function matchesById(matches: Iterable<Match>): ReadonlyMap<string, Match> {
  const found = new Map<string, Match>();
  for (const match of matches) {
    for (const id of [match.id, ...match.aliases]) if (!found.has(id)) found.set(id, match);
  }
  return found;
}
