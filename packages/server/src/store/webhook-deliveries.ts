import { sql } from 'kysely';
import type { Db } from './database.ts';
import { type KeptFilters, type KeptPlace, placeColumns } from './webhooks.ts';

/** A webhook that one worker delivers to for as long as its lease lasts. */
export interface LeasedWebhook extends KeptFilters {
  readonly id: string;
  /** Whose it is. */
  readonly account: number;
  readonly url: string;
  readonly secret: Buffer;
  /** Null: before the first change. */
  readonly place: KeptPlace | null;
  /** The end of a delivery that may have arrived without anyone noting it. */
  readonly batchEnd: string | null;
  /** Failed since the last success. */
  readonly attempts: number;
  readonly lease: string;
}

export type Leased = Pick<LeasedWebhook, 'id' | 'lease'>;

export interface LeaseAsked {
  readonly lease: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** The last change there is: who has come so far is not behind. */
  readonly newest: KeptPlace;
  /** Those of which the last answer took longer than `slowMs`, or the others. */
  readonly slow: boolean;
  readonly slowMs: number;
}

const until = (milliseconds: number) => sql<Date>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;

/** Takes webhooks that are due and behind, the longest waiting first. Nobody else takes them until the lease ends. */
export async function leaseWebhooks(db: Db, asked: LeaseAsked): Promise<LeasedWebhook[]> {
  const { lease, leaseMs, limit, newest, slow, slowMs } = asked;
  if (limit <= 0) return [];
  const { rows } = await sql<Omit<LeasedWebhook, 'lease' | 'place'> & KeptPlaceOrNone>`
    update webhook set lease = ${lease}, leased_until = ${until(leaseMs)}
    from webhook_secret
    where webhook_secret.webhook_id = webhook.id and webhook.id = any(array(
      select due.id from webhook due join account on account.id = due.account_id
      where due.deleted_at is null and due.off_at is null and account.status = 'granted'
        and due.next_at <= clock_timestamp() and (due.leased_until is null or due.leased_until < clock_timestamp())
        and (due.place_tx, due.place_record, due.place_seq)
          < (${newest.tx}::xid8, ${newest.recordId}::bigint, ${newest.seq}::integer)
        and (due.answer_ms > ${slowMs}) = ${slow}
      order by due.next_at, due.id limit ${limit} for update of due skip locked))
    returning webhook.id, webhook.account_id as account, url, secret, packages, verdicts, ecosystems, severity, exploited, batch_end as "batchEnd", attempts,
              place_tx::text as tx, place_record as "recordId", place_seq as seq, place_at as "observedAt"`.execute(db);
  return rows.map(({ tx, recordId, seq, observedAt, ...row }) =>
    Object.assign(row, { lease, place: observedAt === null ? null : { tx, recordId, seq, observedAt } }),
  );
}

type KeptPlaceOrNone = Omit<KeptPlace, 'observedAt'> & { readonly observedAt: Date | null };

/** Prolongs the lease for one delivery and notes where it ends. False: it is another's by now, or the webhook has ended. */
export async function beginDelivery(
  db: Db,
  leased: Leased,
  { leaseMs, batchEnd }: { readonly leaseMs: number; readonly batchEnd: string },
): Promise<boolean> {
  const { numUpdatedRows } = await own(db, leased)
    .set({ leased_until: until(leaseMs), batch_end: batchEnd })
    .where('leased_until', '>', sql<Date>`clock_timestamp()`)
    .where('deleted_at', 'is', null)
    .where('off_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Everything before this place is delivered or filtered out. */
export async function moveOn(
  db: Db,
  leased: Leased,
  {
    place,
    changes,
    answerMs,
  }: { readonly place: KeptPlace | null; readonly changes: number; readonly answerMs?: number },
): Promise<void> {
  await own(db, leased)
    .set((eb) => ({
      ...placeColumns(place),
      batch_end: null,
      ...(answerMs === undefined
        ? {}
        : {
            delivered: eb('delivered', '+', changes),
            delivered_at: sql<Date>`clock_timestamp()`,
            answer_ms: answerMs,
            failing_since: null,
            attempts: 0,
            last_error: null,
          }),
    }))
    .execute();
}

/** The next attempt is made after a while. Says whether the webhook was switched off, having failed for too long. */
export async function postponeDelivery(
  db: Db,
  leased: Leased,
  given: { readonly reason: string; readonly answerMs: number; readonly delayMs: number; readonly giveUpMs: number },
): Promise<boolean> {
  const { reason, answerMs, delayMs, giveUpMs } = given;
  const over = sql<boolean>`coalesce(failing_since < clock_timestamp() - ${giveUpMs} * interval '1 millisecond', false)`;
  const row = await own(db, leased)
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      failing_since: sql<Date>`coalesce(failing_since, clock_timestamp())`,
      last_error: reason,
      answer_ms: answerMs,
      next_at: until(delayMs),
      off_at: sql<Date | null>`case when ${over} then clock_timestamp() end`,
      off_reason: sql<string | null>`case when ${over} then ${`failed for too long: ${reason}`} end`,
    }))
    .returning('off_at')
    .executeTakeFirst();
  return row !== undefined && row.off_at !== null;
}

/** Nothing is delivered any more until its owner registers the address again. */
export async function switchOff(db: Db, leased: Leased, reason: string): Promise<void> {
  await own(db, leased).set({ off_at: sql<Date>`clock_timestamp()`, off_reason: reason }).execute();
}

export interface GivenUp {
  readonly message: string;
  readonly reason: string;
  readonly changes: number;
  readonly after: string;
  readonly end: string;
  readonly place: KeptPlace;
  /** Number of newest deliveries to keep per webhook. */
  readonly keep: number;
}

/** Lists a delivery that the address refuses, and goes on behind it. */
export async function giveUpDelivery(db: Db, leased: Leased, dead: GivenUp): Promise<void> {
  const { message, reason, changes, after, end, place, keep } = dead;
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await own(trx, leased)
      .set({
        ...placeColumns(place),
        batch_end: null,
        attempts: 0,
        last_error: reason,
        next_at: sql<Date>`clock_timestamp()`,
      })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await trx
      .insertInto('webhook_dead')
      .values({
        webhook_id: leased.id,
        message,
        at: sql<Date>`clock_timestamp()`,
        reason,
        changes,
        after_cursor: after,
        end_cursor: end,
      })
      .execute();
    await sql`
      delete from webhook_dead where webhook_id = ${leased.id} and id <= (
        select id from webhook_dead where webhook_id = ${leased.id} order by id desc offset ${keep} limit 1)`.execute(
      trx,
    );
  });
}

/** Others may go on, after `delayMs`. One that did not fail is due again at once, behind those that have waited for longer. */
export async function releaseWebhook(db: Db, leased: Leased, delayMs = 0): Promise<void> {
  await own(db, leased)
    .set({
      lease: null,
      leased_until: null,
      next_at: sql<Date>`greatest(next_at, ${until(delayMs)})`,
    })
    .execute();
}

function own(db: Db, { id, lease }: Leased) {
  return db.updateTable('webhook').where('id', '=', id).where('lease', '=', lease);
}
