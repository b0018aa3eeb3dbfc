import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { Projection } from './define-projection.ts';

/** How far a rebuild has come: in rounds, each over the sources of the projection, each over the records of a source. */
export interface RebuildProgress {
  readonly round: number;
  /** Versions that were stored from here on are read in this round, */
  readonly since: string;
  /** and before this. */
  readonly until: string;
  /** Index of the source in the projection's list; past the end when the round is done. */
  readonly place: number;
  /** The last record of the source that is done. */
  readonly last: number;
}

/**
 * Where a rebuild that was cut off goes on; null: there is none, or its copies are not like the tables any more. What is left of
 * rebuilds of other projections is dropped: writers would find it before the tables in use.
 */
export async function resumedProgress(db: Db, { name, version, tables }: Projection): Promise<RebuildProgress | null> {
  const own = [...tables];
  await sql`delete from rebuild_progress where name <> ${name}`.execute(db);
  await sql`select projection.drop_shadow(${own}::text[])`.execute(db);
  const { rows } = await sql<RebuildProgress>`
    select round, since::text, until::text, place, last from rebuild_progress
    where name = ${name} and version = ${version}`.execute(db);
  const [progress] = rows;
  return progress !== undefined && (await completeShadow(db, own)) ? progress : null;
}

/** Adds the indexes to the copies that the tables have got since; false where they differ in more. */
export async function completeShadow(db: Db, tables: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{
    like: boolean;
  }>`select projection.resume_shadow(${[...tables]}::text[]) as like`.execute(db);
  return rows[0]?.like ?? false;
}

export async function keepProgress(db: Db, { name, version }: Projection, progress: RebuildProgress): Promise<void> {
  const { round, since, until, place, last } = progress;
  await sql`
    insert into public.rebuild_progress (name, version, round, since, until, place, last)
    values (${name}, ${version}, ${round}, ${since}::text::xid8, ${until}::text::xid8, ${place}, ${last})
    on conflict (name) do update
    set version = excluded.version, round = excluded.round, since = excluded.since, until = excluded.until,
        place = excluded.place, last = excluded.last`.execute(db);
}

export async function forgetProgress(db: Db, { name }: Projection): Promise<void> {
  await db.deleteFrom('rebuild_progress').where('name', '=', name).execute();
}
