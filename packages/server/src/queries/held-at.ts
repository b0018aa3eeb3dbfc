import { type RawBuilder, sql } from 'kysely';

/** How a question is put to a table with `known_from` and `known_to`: a select whose conditions can be added to with `and`. */
type Select = RawBuilder<unknown>;

/**
 * `known`: what we had seen by then. `true`: also what we saw later; the first version seen stands for the time before.
 */
export type Clock = 'known' | 'true';

/**
 * The rows that hold now, or held at an instant. In branches, since what holds now and what held once have an index each: of `or`
 * the planner makes a scan of all that was ever closed.
 */
export function heldAt(select: Select, at: Date | null, clock: Clock = 'known'): RawBuilder<unknown> {
  if (at === null) return sql`${select} and known_to is null`;
  const seen = clock === 'known' ? sql`and known_from <= ${at}` : sql``;
  return sql`${select} and known_to is null ${seen}
    union all
    ${select} and known_to is not null and known_to > ${at} ${seen}`;
}

/** For queries that other conditions have already narrowed. */
export function standingAt(moment: { readonly at: Date; readonly clock: Clock } | null): RawBuilder<unknown> {
  if (moment === null) return sql`known_to is null`;
  const seen = moment.clock === 'known' ? sql`known_from <= ${moment.at} and` : sql``;
  return sql`${seen} (known_to is null or known_to > ${moment.at})`;
}

/** The rows that hold or once held. */
export function everHeld(select: Select): RawBuilder<unknown> {
  return sql`${select} and known_to is null union all ${select} and known_to is not null`;
}
