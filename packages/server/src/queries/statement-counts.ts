import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { integers } from '../store/list-parameter.ts';

/** Counts what records state about each package now, up to `most` for each. Packages without a statement are left out. */
export async function countStatements(
  db: Db,
  packageIds: readonly number[],
  most: number,
): Promise<ReadonlyMap<number, number>> {
  if (packageIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; count: number }>`
    select asked.id, stated.count::integer as count
    from unnest(${integers(packageIds)}) as asked (id)
    cross join lateral (
      select count(*) from (select from affected where package_id = asked.id and known_to is null limit ${most}) listed
    ) stated
    where stated.count > 0`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/**
 * A text that changes whenever a statement about one of these packages comes, goes or is replaced. Every new row is known from a
 * later time than all rows before it.
 */
export function stampStatements(packageIds: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(
    select coalesce(string_agg(concat_ws(' ', asked.id, stated.count, extract(epoch from stated.newest)), ', ' order by asked.id), '')
    from unnest(${packageIds}) as asked (id)
    cross join lateral (
      select count(*) as count, max(known_from) as newest from affected where package_id = asked.id and known_to is null
    ) stated)`;
}

export async function readStamp(db: Db, packageIds: readonly number[]): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`select ${stampStatements(integers(packageIds))} as stamp`.execute(db);
  return rows[0]?.stamp ?? '';
}
