import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { ChannelName } from '../sources/source.ts';
import { alignChangeClock } from './change-clock.ts';
import type { Db, RunState, Transaction } from './database.ts';

/** How a run reads: one of the source's channels, a single record on someone's behalf, or what another instance has published. */
export type RunChannel = ChannelName | 'record' | 'mirror';

/** One pass over a channel of a source; its id fences every write made on its behalf. */
export interface Run {
  readonly id: number;
  readonly source: number;
  readonly channel: RunChannel;
  readonly startedAt: Date;
}

export interface Progress {
  readonly seen: number;
  readonly changed: number;
  readonly removed: number;
  readonly unreadable: number;
}

/** Another run of the same channel has begun since: this one must not write any more. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
  constructor(run: Run) {
    super(`run ${run.id} was given up for another`);
  }
}

/** Whoever gets here holds the channel's lock, so a run that still counts as running was killed. */
export async function startRun(db: Db, source: number, channel: ChannelName, startedAt: Date): Promise<Run> {
  return db.transaction().execute(async (trx) => {
    await alignChangeClock(trx);
    await trx
      .updateTable('run')
      .set({ state: 'abandoned', finished_at: startedAt })
      .where('source', '=', source)
      .where('channel', '=', channel)
      .where('state', '=', 'running')
      .execute();
    const { id } = await trx
      .insertInto('run')
      .values({ source, channel, started_at: startedAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, source, channel, startedAt };
  });
}

/** The run of a single record begins and ends within the transaction that stores it. */
export async function recordRun(trx: Transaction, source: number, now: Date, done: Progress): Promise<Run> {
  return wholeRun(trx, { source, channel: 'record', startedAt: now }, done);
}

/** So does that of a segment. It counts as no change of the source: the runs that brought the versions to the mirror do. */
export async function mirrorRun(trx: Transaction, source: number, now: Date, seen: number): Promise<Run> {
  return wholeRun(trx, { source, channel: 'mirror', startedAt: now }, { seen, changed: 0, removed: 0, unreadable: 0 });
}

async function wholeRun(trx: Transaction, run: Omit<Run, 'id'>, done: Progress): Promise<Run> {
  await alignChangeClock(trx);
  const { source, channel, startedAt } = run;
  const { id } = await trx
    .insertInto('run')
    .values({ source, channel, state: 'ok', started_at: startedAt, finished_at: startedAt, ...done })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...run };
}

/** Part of every transaction of a run: locks the run's row, so that it cannot be given up in between. */
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
  // A run that cannot count has ended all the same.
  const live = await liveAfter(db, run).catch(() => null);
  await db
    .updateTable('run')
    // The clock may have been set back since the run began.
    .set({ state, error, live, finished_at: sql<Date>`greatest(started_at, ${now})` })
    .where('id', '=', run.id)
    .where('state', '=', 'running')
    .execute();
}

/** To count a million records takes a second: only where there is something new to count, or the run before could not. */
async function liveAfter(db: Db, run: Run): Promise<number> {
  const { rows } = await sql<{ live: number | null }>`
    select before.live from run, lateral (
      select live from run as before
      where before.source = run.source and before.channel <> 'record' and before.state <> 'running'
        and (before.live is not null or before.changed + before.removed > 0)
      order by before.id desc limit 1) as before
    where run.id = ${run.id} and run.changed + run.removed = 0`.execute(db);
  return rows[0]?.live ?? (await liveRecords(db, run.source));
}

export interface EndedRun extends Progress {
  readonly channel: RunChannel;
  readonly state: FinalState;
}

/** How a run went; null where it has not come to an end. */
export async function endedRun(db: Db, { id }: Run): Promise<EndedRun | null> {
  const row = await db
    .selectFrom('run')
    .select(['channel', 'state', 'seen', 'changed', 'removed', 'unreadable'])
    .where('id', '=', id)
    .where('state', '<>', 'running')
    .executeTakeFirst();
  return row === undefined ? null : (row as EndedRun);
}

/** Records the source has, as far as we know. Counted in steps of so many numbers, so that no statement grows with the store. */
export async function liveRecords(db: Db, source: number, step = 100_000): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from record`.execute(db);
  const last = rows[0]?.last ?? 0;
  let live = 0;
  for (let from = 0; from < last; from += step) {
    const to = from + step;
    const { rows: counted } = await sql<{ live: number }>`
      select count(*) as live from record join current_version on record_id = record.id
      where source = ${source} and content_sha256 is not null
        and record.id > ${from} and record.id <= ${to} and record_id > ${from} and record_id <= ${to}`.execute(db);
    live += counted[0]?.live ?? 0;
  }
  return live;
}

export async function storedSourceNumber(db: Db, name: SourceId): Promise<number> {
  const { id } = await db.selectFrom('source').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return id;
}

/** A first fill that takes longer than one run, and comes nearer to its end with each: what it brought stays, and the next goes on. */
export async function isFilling(db: Db, run: Run, first: ChannelName | null): Promise<boolean> {
  if (first === null || run.channel !== first || (await isFilled(db, run.source, first))) return false;
  const row = await db.selectFrom('run').select('changed').where('id', '=', run.id).executeTakeFirst();
  return (row?.changed ?? 0) > 0;
}

/** Whether the channel that fills an empty store has done so. */
export async function isFilled(db: Db, source: number, first: ChannelName): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .select('id')
    .where('source', '=', source)
    .where('channel', '=', first)
    .where('state', 'in', ['ok', 'held'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
