import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db, RunState, Transaction } from './database.ts';

/** One pass over a source; its id fences every write made on its behalf. */
export interface Run {
  readonly id: number;
  readonly source: number;
}

export interface Progress {
  readonly seen: number;
  readonly changed: number;
  readonly removed: number;
  readonly unreadable: number;
}

/** Another run of the same source has begun since: this one must not write any more. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
  constructor(run: Run) {
    super(`run ${run.id} was given up for another`);
  }
}

/** Whoever gets here holds the source's lock, so a run that still counts as running was killed. */
export async function startRun(db: Db, source: number, now: Date): Promise<Run> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('run')
      .set({ state: 'abandoned', finished_at: now })
      .where('source', '=', source)
      .where('state', '=', 'running')
      .execute();
    const { id } = await trx
      .insertInto('run')
      .values({ source, started_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, source };
  });
}

/** First statement of every transaction of a run: locks the run's row, so that it cannot be given up in between. */
export async function recordProgress(trx: Transaction, run: Run, more: Progress): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('run')
    .set((eb) => ({
      seen: eb('seen', '+', more.seen),
      changed: eb('changed', '+', more.changed),
      removed: eb('removed', '+', more.removed),
      unreadable: eb('unreadable', '+', more.unreadable),
    }))
    .where('id', '=', run.id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Superseded(run);
}

export async function expectRecords(db: Db, run: Run, expected: number): Promise<void> {
  await db.updateTable('run').set({ expected }).where('id', '=', run.id).where('state', '=', 'running').execute();
}

export type FinalState = Exclude<RunState, 'running'>;

export async function finishRun(db: Db, run: Run, state: FinalState, error: string | null, now: Date): Promise<void> {
  const live = sql<number>`(
    select count(*)::integer from record join current_version on record_id = record.id
    where source = ${run.source} and content_sha256 is not null)`;
  await db
    .updateTable('run')
    // The clock may have been set back since the run began.
    .set({ state, error, live, finished_at: sql<Date>`greatest(started_at, ${now})` })
    .where('id', '=', run.id)
    .where('state', '=', 'running')
    .execute();
}

export async function sourceNumber(db: Db, name: SourceId): Promise<number> {
  const { id } = await db.selectFrom('source').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return id;
}

/** Of these sources, those that no run was ever made of. */
export async function neverRun(db: Db, names: readonly SourceId[]): Promise<SourceId[]> {
  const rows = await db
    .selectFrom('source')
    .select('name')
    .where('name', 'in', names)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('run').whereRef('run.source', '=', 'source.id'))))
    .execute();
  return rows.map(({ name }) => name as SourceId);
}
