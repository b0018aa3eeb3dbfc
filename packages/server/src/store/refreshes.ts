import { sql } from 'kysely';
import type { Db, RefreshOutcome, Transaction } from './database.ts';

/** Uses the database's clock, because api and worker clocks may differ. */
export interface RefreshState {
  /** The last one that has come to an end. */
  readonly finished: {
    readonly at: Date;
    readonly outcome: RefreshOutcome;
    /** The upstream's state for a key without a record; `limited` if it was queried too often. */
    readonly state: string | null;
    readonly error: string | null;
  } | null;
  readonly underWay: boolean;
}

/** `state` of a refresh that an upstream's limit or budget forbade. */
export const LIMITED = 'limited';

/** Longer than any fetch may take: then whoever began it is dead. */
const LONGEST = sql`interval '30 seconds'`;
const IS_UNDER_WAY = sql<boolean>`(
  (refresh.finished_at is null or refresh.started_at > refresh.finished_at)
  and refresh.started_at > clock_timestamp() - ${LONGEST})`;

/**
 * True for one caller at a time, and for none while what ended at `askedAt` or later will do, or after nobody waits any
 * more (`expiresAt`). Who tries once more
 * (`again`) was broken off before: what looks under way is its own.
 */
export async function beginRefresh(
  db: Db,
  source: string,
  key: string,
  askedAt: Date,
  { again = false, expiresAt = null }: { readonly again?: boolean; readonly expiresAt?: Date | null } = {},
): Promise<boolean> {
  const { rows } = await sql`
    insert into refresh (source, key, started_at)
    select id, ${key}, clock_timestamp() from source
    where name = ${source} and (${expiresAt}::timestamptz is null or ${expiresAt} > clock_timestamp())
    on conflict (source, key) do update set started_at = excluded.started_at
    where (${again} or not ${IS_UNDER_WAY}) and (refresh.finished_at is null or refresh.finished_at < ${askedAt})
    returning key`.execute(db);
  return rows.length === 1;
}

export interface Ending {
  readonly outcome: RefreshOutcome;
  readonly state?: string | null;
  readonly error?: string | null;
}

export async function endRefresh(
  db: Db | Transaction,
  source: number,
  key: string,
  { outcome, state = null, error = null }: Ending,
): Promise<void> {
  const time = sql<Date>`clock_timestamp()`;
  await db
    .insertInto('refresh')
    .values({ source, key, outcome, state, error, started_at: time, finished_at: time })
    .onConflict((conflict) =>
      conflict.columns(['source', 'key']).doUpdateSet({ outcome, state, error, finished_at: time }),
    )
    .execute();
}

export async function refreshState(db: Db, source: string, key: string): Promise<RefreshState> {
  const row = await db
    .selectFrom('refresh')
    .innerJoin('source', 'source.id', 'refresh.source')
    .select(['outcome', 'state', 'error', 'finished_at as at', IS_UNDER_WAY.as('underWay')])
    .where('source.name', '=', source)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return { finished: null, underWay: false };
  const { outcome, state, error, at, underWay } = row;
  return { finished: outcome === null || at === null ? null : { outcome, state, error, at }, underWay };
}

export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not tell the time');
  return row.now;
}
