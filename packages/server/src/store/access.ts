import type { Db, Transaction } from './database.ts';
import type { AccountStatus } from './database-access.ts';

export interface KeptKey {
  readonly sha256: Buffer;
  readonly prefix: string;
}

export interface AccountState {
  readonly id: number;
  readonly status: AccountStatus;
  readonly decidedBy: 'policy' | 'operator' | null;
  /** Prefix of the valid key. */
  readonly keyPrefix: string | null;
}

/** The account of whoever asks, made where it is new. It stays locked: two requests of one account are one after the other. */
export async function lockAccount(
  trx: Transaction,
  given: { readonly provider: string; readonly providerId: number; readonly login: string },
  now: Date,
): Promise<AccountState> {
  const { provider, providerId, login } = given;
  const { id, status, decidedBy } = await trx
    .insertInto('account')
    .values({ provider, provider_id: providerId, login, status: 'pending', requested_at: now })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doUpdateSet({ login }))
    .returning(['id', 'status', 'decided_by as decidedBy'])
    .executeTakeFirstOrThrow();
  const key = await trx
    .selectFrom('api_key')
    .select('prefix')
    .where('account_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return { id, status, decidedBy, keyPrefix: key?.prefix ?? null };
}

export async function grantByPolicy(trx: Transaction, account: number, now: Date): Promise<void> {
  await trx
    .updateTable('account')
    .set({ status: 'granted', decided_at: now, decided_by: 'policy' })
    .where('id', '=', account)
    .execute();
}

/** A new key in the place of any other. */
export async function replaceKey(
  trx: Transaction,
  account: number,
  { sha256, prefix }: KeptKey,
  now: Date,
): Promise<void> {
  await revokeKeys(trx, account, now);
  await trx.insertInto('api_key').values({ sha256, prefix, account_id: account, created_at: now }).execute();
}

export async function revokeKeys(db: Db, account: number, now: Date): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('account_id', '=', account)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Records an operator's decision. Without a note, the existing one stays. */
export async function decideByHand(
  trx: Transaction,
  account: number,
  { status, note, now }: { readonly status: AccountStatus; readonly note: string | undefined; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('account')
    .set({ status, decided_at: now, decided_by: 'operator', ...(note === undefined ? {} : { note }) })
    .where('id', '=', account)
    .execute();
  if (status === 'revoked') await revokeKeys(trx, account, now);
}

/** At most once a day for each key. */
export async function noteUse(db: Db, sha256: Buffer, day: string): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_on: day })
    .where('sha256', '=', sha256)
    .where((eb) => eb.or([eb('last_used_on', 'is', null), eb('last_used_on', '<', day)]))
    .execute();
}
