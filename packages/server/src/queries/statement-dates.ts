import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** A vulnerability and the package it is about. */
export interface StatementQuestion {
  readonly vulnerability: string;
  /** The package's name, or a text that ends with it; null: any package. */
  readonly package: string | null;
}

/** A version of a package that channels carry. */
export interface CarriedQuestion {
  readonly attribute: string;
  readonly version: string | null;
}

/** Data from a source's first complete read is not news. */
const FIRST_FILL = sql`first_fill as (
  select source, max(at) as at from (
    select source, channel, min(finished_at) as at from run where state = 'ok' group by source, channel
  ) as channels group by source
)`;

/**
 * When we first saw the statements that hold now, in the order of the questions. Null where there is none, or where one of them came
 * with the first read of its source: then it says nothing about when it was made.
 */
export async function statementDates(db: Db, questions: readonly StatementQuestion[]): Promise<(Date | null)[]> {
  if (questions.length === 0) return [];
  const { rows } = await sql<{ place: number; since: Date; loaded: boolean }>`
    with ${FIRST_FILL}
    select asked.place::integer - 1 as place, min(affected.known_from) as since,
           bool_or(first_fill.at is null or affected.known_from <= first_fill.at) as loaded
    from unnest(${texts(questions.map(({ vulnerability }) => vulnerability))}, ${texts(questions.map((one) => one.package))})
      with ordinality as asked (vuln, name, place)
    join vulnerability_record as held on held.vuln = asked.vuln
    join affected on affected.record_id = held.record_id and affected.known_to is null and not affected.withdrawn
    join package on package.id = affected.package_id
      and (asked.name is null or right(lower(asked.name), length(package.name)) = lower(package.name))
    left join first_fill on first_fill.source = affected.source
    group by 1`.execute(db);
  const dates = questions.map((): Date | null => null);
  for (const { place, since, loaded } of rows) dates[place] = loaded ? null : since;
  return dates;
}

/** When any channel first had each version, in the order of the questions; null as above. */
export async function carriedDates(db: Db, questions: readonly CarriedQuestion[]): Promise<(Date | null)[]> {
  if (questions.length === 0) return [];
  const { rows } = await sql<{ place: number; since: Date; loaded: boolean }>`
    with ${FIRST_FILL}
    select asked.place::integer - 1 as place, min(carried.known_from) as since,
           bool_or(first_fill.at is null or carried.known_from <= first_fill.at) as loaded
    from unnest(${texts(questions.map(({ attribute }) => attribute))}, ${texts(questions.map(({ version }) => version))})
      with ordinality as asked (attribute, version, place)
    join collection_package as carried
      on carried.attribute = asked.attribute and carried.version is not distinct from asked.version
    left join first_fill on first_fill.source = ${sourceNumber('packages')}
    group by 1`.execute(db);
  const dates = questions.map((): Date | null => null);
  for (const { place, since, loaded } of rows) dates[place] = loaded ? null : since;
  return dates;
}
