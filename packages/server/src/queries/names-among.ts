import { type RawBuilder, sql } from 'kysely';
import { texts } from '../store/list-parameter.ts';

/** For a list this long, each row that PostgreSQL finds by `&&` in an index costs as many comparisons as the list has names. */
export const MANY_NAMES = 64;

/** Rows of the collection that go by one of the names. Of many, each name is looked up by itself. */
export function goesBy(names: readonly string[]): RawBuilder<unknown> {
  if (names.length < MANY_NAMES) return sql`lookup && ${texts(names)}`;
  return sql`collection_package.ctid = any(array(
    select named.ctid from unnest(${texts(names)}) as asked (name)
    cross join lateral (select found.ctid from collection_package as found where found.lookup @> array[asked.name] offset 0) named))`;
}

/** Issues that name one of the packages; the names are in small letters. Of many, they are looked for in the list of what issues name. */
export function namesOne(names: readonly string[]): RawBuilder<unknown> {
  if (names.length < MANY_NAMES) return sql`lower_names(packages) && ${texts(names)}`;
  return sql`issue.ctid = any(array(
    select other.ctid from issue as other cross join lateral unnest(other.packages) as named (name)
    where other.tracked and other.cves <> '{}' and lower(named.name) in (select unnest(${texts(names)}))))`;
}
