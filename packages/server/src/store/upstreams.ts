import { sql } from 'kysely';
import type { Db } from './database.ts';

/** At most `requests` in any span of `seconds`. */
export interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

export type Turn =
  /** Ask, after so long. `failing`: the last request failed, so the outcome of this one matters. */
  | { readonly waitMs: number; readonly failing: boolean }
  /** The breaker is open. */
  | { readonly openForMs: number };

/** So many failures in a row open the breaker. */
const MAX_FAILURES = 5;

/** How long one request may take to show that the upstream is back, before another may try. */
const PROBE_SECONDS = 60;

/**
 * One statement: refills the bucket for the time that has passed and takes a token, on credit where there is none, so
 * that whoever asks knows its turn and need not ask again. While the breaker is open nothing is taken; once it has been
 * open for its time, one request goes through and the others wait for another while.
 */
export async function takeTurn(db: Db, origin: string, limit: Limit): Promise<Turn> {
  const { burst, perSecond } = bucketOf(limit);
  const { rows } = await sql<{ tokens: number; failures: number }>`
    insert into upstream as bucket (origin, tokens, refilled_at) values (${origin}, ${burst - 1}, clock_timestamp())
    on conflict (origin) do update set
      tokens = least(${burst}::float8, bucket.tokens
        + ${perSecond}::float8 * greatest(0, extract(epoch from clock_timestamp() - bucket.refilled_at))) - 1,
      refilled_at = greatest(bucket.refilled_at, clock_timestamp()),
      open_until = case when bucket.open_until is not null
        then clock_timestamp() + make_interval(secs => ${PROBE_SECONDS}) end
    where bucket.open_until is null or bucket.open_until <= clock_timestamp()
    returning tokens, failures`.execute(db);
  const [taken] = rows;
  if (taken === undefined) return { openForMs: await openFor(db, origin) };
  return { waitMs: Math.max(0, (-taken.tokens / perSecond) * 1000), failing: taken.failures > 0 };
}

/**
 * Takes one from a budget of a longer span, never on credit. A bucket of its own beside that of the turns; `#` ends no
 * origin. Returns for how long there is none, or null where one was taken.
 */
export async function spend(db: Db, origin: string, budget: Limit): Promise<number | null> {
  const { burst, perSecond } = bucketOf(budget);
  const filled = sql`least(${burst}::float8, bucket.tokens
    + ${perSecond}::float8 * greatest(0, extract(epoch from clock_timestamp() - bucket.refilled_at)))`;
  const { rows } = await sql`
    insert into upstream as bucket (origin, tokens, refilled_at)
    values (${`${origin}#budget`}, ${burst - 1}, clock_timestamp())
    on conflict (origin) do update set
      tokens = ${filled} - 1, refilled_at = greatest(bucket.refilled_at, clock_timestamp())
    where ${filled} >= 1
    returning tokens`.execute(db);
  if (rows.length === 1) return null;
  const { rows: left } = await sql<{ tokens: number }>`
    select ${filled} as tokens from upstream as bucket where origin = ${`${origin}#budget`}`.execute(db);
  return Math.max(0, (1 - (left[0]?.tokens ?? 0)) / perSecond) * 1000;
}

/**
 * A bucket of `burst` tokens that gains `perSecond` lets through burst + seconds × perSecond − 1 requests at most in any
 * span of so many seconds: that is what the limit allows. A fifth of it may come at once.
 */
export function bucketOf({ requests, seconds }: Limit): { readonly burst: number; readonly perSecond: number } {
  const burst = Math.max(1, Math.floor(requests / 5));
  return { burst, perSecond: (requests - burst + 1) / seconds };
}

async function openFor(db: Db, origin: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select greatest(0, extract(epoch from open_until - clock_timestamp()) * 1000)::float8 as ms
    from upstream where origin = ${origin}`.execute(db);
  return rows[0]?.ms ?? 0;
}

export async function noteAnswer(db: Db, origin: string): Promise<void> {
  await db.updateTable('upstream').set({ failures: 0, open_until: null }).where('origin', '=', origin).execute();
}

/** Open for half a minute at first, then twice as long each time, a quarter of an hour at most. */
export async function noteFailure(db: Db, origin: string): Promise<void> {
  await sql`
    update upstream set failures = failures + 1, failed_at = clock_timestamp(),
      open_until = case when failures + 1 >= ${MAX_FAILURES}
        then clock_timestamp() + make_interval(secs => least(900, 30 * 2 ^ least(failures + 1 - ${MAX_FAILURES}, 10))) end
    where origin = ${origin}`.execute(db);
}
