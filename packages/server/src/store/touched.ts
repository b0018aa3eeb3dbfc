import { sql } from 'kysely';
import type { Db } from './database.ts';
import { bigints } from './list-parameter.ts';

/**
 * The ids of which other things may be known because of these records: their own, those that they have named as aliases, as their origin or as near to
 * them at any time, with everything that is grouped with one of them now, and the issues and CVEs that pull requests among them name now. What was grouped
 * with an id before and is not now was joined to it by an assertion of one of these records, so that an end of that is among them.
 */
export async function idsTouched(db: Db, recordIds: readonly number[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with given as materialized (select id from unnest(${bigints(recordIds)}) as given (id)),
    related as materialized (
      select named.id from given
      cross join lateral (select relation.id from relation where relation.record_id = given.id offset 0) named
    ),
    named as materialized (
      select record.key as id from given join record on record.id = given.id
      union
      select unnest(array[said.id, said.alias]) from given
      cross join lateral (
        select alias_assertion.id, alias from alias_assertion where alias_assertion.record_id = given.id offset 0) said
      union
      select id from related
      union
      select upper(substring(id from '(?i)cve-[0-9]{4}-[0-9]{4,19}')) from related
      union
      select held.vuln from given
      cross join lateral (select vuln from vulnerability_record where vulnerability_record.record_id = given.id offset 0) held
      union
      select unnest(cves || array(select 'issue/' || number from unnest(closes) as closed (number)))
      from given join pull_request on pull_request.record_id = given.id
    )
    select id from named where id is not null
    union
    select member.id from named
    cross join lateral (select group_id from alias_group where alias_group.id = named.id offset 0) own
    cross join lateral (select alias_group.id from alias_group where alias_group.group_id = own.group_id offset 0) member`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

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
