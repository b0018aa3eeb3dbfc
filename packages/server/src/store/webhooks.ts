import type { Db, Transaction } from './database.ts';

export interface NewWebhook {
  readonly id: string;
  readonly account: number;
  readonly url: string;
  readonly filters: KeptFilters;
  readonly secret: Buffer;
  /** Null: before the first change. */
  readonly place: KeptPlace | null;
}

export interface KeptFilters {
  readonly packages: string | null;
  readonly verdicts: boolean;
  readonly ecosystems: string | null;
  readonly severity: string | null;
  readonly exploited: boolean | null;
}

/** A place in the order of changes. */
export interface KeptPlace {
  readonly tx: string;
  readonly recordId: number;
  readonly seq: number;
  readonly observedAt: Date;
}

/** Webhooks of an account, which stays locked: two registrations of one account are one after the other. */
export async function lockWebhooks(trx: Transaction, account: number): Promise<number> {
  await trx.selectFrom('account').select('id').where('id', '=', account).forUpdate().execute();
  return countWebhooks(trx, account);
}

export async function countWebhooks(db: Db, account: number): Promise<number> {
  const { count } = await db
    .selectFrom('webhook')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', account)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function addWebhook(trx: Transaction, given: NewWebhook, now: Date): Promise<void> {
  const { id, account, url, filters, secret, place } = given;
  await trx
    .insertInto('webhook')
    .values({ id, account_id: account, url, ...filters, created_at: now, ...placeColumns(place) })
    .execute();
  await trx.insertInto('webhook_secret').values({ webhook_id: id, secret }).execute();
}

/** False where the account has no such webhook. The worker deletes the row later. */
export async function endWebhook(db: Db, account: number, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('account_id', '=', account)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function placeColumns(place: KeptPlace | null) {
  return {
    place_tx: place?.tx ?? '0',
    place_record: place?.recordId ?? 0,
    place_seq: place?.seq ?? 0,
    place_at: place?.observedAt ?? null,
  };
}
