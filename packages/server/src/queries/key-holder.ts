import type { Db } from '../store/database.ts';

export interface FoundKey {
  readonly account: number;
  readonly status: 'pending' | 'granted';
  readonly lastUsedOn: string | null;
}

/** Whose a key is, by its hash; null where it is nobody's, or no longer valid. */
export async function keyHolder(db: Db, sha256: Buffer): Promise<FoundKey | null> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select(['account.id as account', 'account.status', 'api_key.last_used_on as lastUsedOn'])
    .where('api_key.sha256', '=', sha256)
    .where('api_key.revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || row.status === 'revoked') return null;
  return { account: row.account, status: row.status, lastUsedOn: row.lastUsedOn };
}
