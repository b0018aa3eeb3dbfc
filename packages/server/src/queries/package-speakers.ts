import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';

/** For each package which of the sources have a record that speaks of it, now or as it was known at an instant. */
export async function packageSpeakers(
  db: Db,
  packageIds: readonly number[],
  sources: readonly SourceId[],
  at: Date | null = null,
): Promise<ReadonlyMap<number, ReadonlySet<SourceId>>> {
  if (packageIds.length === 0 || sources.length === 0) return new Map();
  const said = sql`select from affected where affected.package_id = asked.id and affected.source = source.id`;
  const held =
    at === null
      ? sql`exists (${said} and known_to is null)`
      : sql`(exists (${said} and known_to is null and known_from <= ${at})
          or exists (${said} and known_to is not null and known_to > ${at} and known_from <= ${at}))`;
  const { rows } = await sql<{ id: number; name: SourceId }>`
    select asked.id, source.name
    from unnest(${packageIds}::integer[]) as asked (id)
    cross join source
    where source.id = any(${sources.map(sourceNumber)}::smallint[]) and ${held}`.execute(db);
  const speakers = Map.groupBy(rows, ({ id }) => id);
  return new Map([...speakers].map(([id, all]) => [id, new Set(all.map(({ name }) => name))]));
}
