import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { bigints } from './list-parameter.ts';

export interface TouchedName {
  /** A package name as in `package`, or as an issue gives it. */
  readonly name: string;
  /** Null of a product, and where an issue gives the name. */
  readonly ecosystem: string | null;
  /** Only for products. */
  readonly vendor: string | null;
  /** The record that says something about it. */
  readonly record: string;
}

/** The names of packages and products of which these records have said anything at any time, and those that issues among them give now. */
export async function namesTouched(db: Db, recordIds: readonly number[]): Promise<readonly TouchedName[]> {
  const { rows } = await sql<TouchedName>`
    select package.name, package.ecosystem, package.vendor, record.key as record
    from unnest(${bigints(recordIds)}) as given (id) join record on record.id = given.id
    cross join lateral (
      select package_id from affected where affected.record_id = given.id and known_to is null
      union
      select package_id from affected where affected.record_id = given.id and known_to is not null
    ) said
    join package on package.id = said.package_id
    union
    select named.name, null, null, record.key from unnest(${bigints(recordIds)}) as given (id)
    join record on record.id = given.id join issue on issue.record_id = given.id
    cross join lateral unnest(issue.packages) as named (name)`.execute(db);
  return rows;
}
