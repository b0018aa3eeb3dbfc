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
  | { readonly openForMs: number }
  /** The wait would have been longer than was asked for: nothing was taken. */
  | { readonly tooLate: true };

/** How long one request may take to show that the upstream is back, before another may try. */
const PROBE_SECONDS = 60;

/**
 * One statement: refills the bucket for the time that has passed and takes a token, on credit where there is none, so
 * that whoever asks knows its turn and need not ask again. While the breaker is open nothing is taken; once it has been
 * open for its time, one request goes through and the others wait for another while. Nor is anything taken where the wait
 * would be longer than `mostWaitMs`.
 */
export async function takeTurn(
  db: Db,
  origin: string,
  limit: Limit,
  mostWaitMs = Number.POSITIVE_INFINITY,
): Promise<Turn> {
  const { burst, perSecond } = toBucket(limit);
  const { rows } = await sql<{ tokens: number; failures: number }>`
    insert into upstream as bucket (origin, tokens, refilled_at) values (${origin}, ${burst - 1}, clock_timestamp())
    on conflict (origin) do update set
      tokens = ${filled(limit)} - 1,
      refilled_at = greatest(bucket.refilled_at, clock_timestamp()),
      open_until = case when bucket.open_until is not null
        then clock_timestamp() + make_interval(secs => ${PROBE_SECONDS}) end
    where (bucket.open_until is null or bucket.open_until <= clock_timestamp())
      and ${filled(limit)} - 1 >= ${-(mostWaitMs / 1_000) * perSecond}::float8
    returning tokens, failures`.execute(db);
  const [taken] = rows;
  if (taken === undefined) {
    const openForMs = await openFor(db, origin);
    return openForMs > 0 ? { openForMs } : { tooLate: true };
  }
  return { waitMs: Math.max(0, (-taken.tokens / perSecond) * 1000), failing: taken.failures > 0 };
}

/** Gives back the turn of who has given up waiting for it. */
export async function giveBackTurn(db: Db, origin: string, limit: Limit): Promise<void> {
  const { burst } = toBucket(limit);
  await sql`update upstream set tokens = least(${burst}::float8, tokens + 1) where origin = ${origin}`.execute(db);
}

function filled(limit: Limit) {
  const { burst, perSecond } = toBucket(limit);
  return sql`least(${burst}::float8, bucket.tokens
    + ${perSecond}::float8 * greatest(0, extract(epoch from clock_timestamp() - bucket.refilled_at)))`;
}

/**
 * Takes one from a budget of a longer span, never on credit, and only where a share of `kept` is left of what may come at once. A bucket of its own beside that of the turns; `#` ends no
 * origin. Returns for how long there is none, or null where one was taken.
 */
export async function spend(db: Db, origin: string, budget: Limit, kept = 0): Promise<number | null> {
  const { burst, perSecond } = toBucket(budget);
  const needed = 1 + kept * burst;
  const { rows } = await sql`
    insert into upstream as bucket (origin, tokens, refilled_at)
    values (${`${origin}#budget`}, ${burst - 1}, clock_timestamp())
    on conflict (origin) do update set
      tokens = ${filled(budget)} - 1, refilled_at = greatest(bucket.refilled_at, clock_timestamp())
    where ${filled(budget)} >= ${needed}::float8
    returning tokens`.execute(db);
  if (rows.length === 1) return null;
  const { rows: left } = await sql<{ tokens: number }>`
    select ${filled(budget)} as tokens from upstream as bucket where origin = ${`${origin}#budget`}`.execute(db);
  return Math.max(0, (needed - (left[0]?.tokens ?? 0)) / perSecond) * 1000;
}

/**
 * A bucket of `burst` tokens that gains `perSecond` lets through burst + seconds × perSecond − 1 requests at most in any
 * span of so many seconds: that is what the limit allows. A fifth of it may come at once.
 */
export function toBucket({ requests, seconds }: Limit): { readonly burst: number; readonly perSecond: number } {
  const burst = Math.max(1, Math.floor(requests / 5));
  return { burst, perSecond: (requests - burst + 1) / seconds };
}

async function openFor(db: Db, origin: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select greatest(0, extract(epoch from open_until - clock_timestamp()) * 1000)::float8 as ms
    from upstream where origin = ${origin}`.execute(db);
  return rows[0]?.ms ?? 0;
}

/** Closes the breaker. A rest that the upstream asked for goes on: the answer may be to a request from before. */
export async function noteAnswer(db: Db, origin: string): Promise<void> {
  await sql`
    update upstream set failures = 0, open_until = ${keepLongRest()} where origin = ${origin}`.execute(db);
}

/** Opens the breaker after so many failures: for half a minute at first, then twice as long each time, a quarter of an hour at most. */
export async function noteFailure(db: Db, origin: string, maxFailures: number): Promise<void> {
  await sql`
    update upstream set failures = failures + 1, failed_at = clock_timestamp(),
      open_until = greatest(${keepLongRest()}, case when failures + 1 >= ${maxFailures}
        then clock_timestamp() + make_interval(secs => least(900, 30 * 2 ^ least(failures + 1 - ${maxFailures}, 10))) end)
    where origin = ${origin}`.execute(db);
}

/** Keeps a rest that is longer than the time for which one request probes whether the upstream is back. */
function keepLongRest() {
  return sql`case when open_until > clock_timestamp() + make_interval(secs => ${PROBE_SECONDS}) then open_until end`;
}
