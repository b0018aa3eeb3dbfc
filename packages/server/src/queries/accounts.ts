import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import type { AccountStatus } from '../store/database-access.ts';

export interface ListedAccount {
  readonly id: number;
  readonly provider: string;
  readonly providerId: number;
  readonly login: string;
  readonly status: AccountStatus;
  readonly requestedAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: 'policy' | 'operator' | null;
  readonly note: string | null;
  /** Prefix of the valid key. */
  readonly keyPrefix: string | null;
  readonly keyCreatedAt: Date | null;
  readonly lastUsedOn: string | null;
}

/** Every account, those that wait for a decision first; or those of one status, number or login. */
export async function accounts(
  db: Db,
  { status, named }: { readonly status?: AccountStatus | undefined; readonly named?: string | undefined } = {},
): Promise<ListedAccount[]> {
  return db
    .selectFrom('account')
    .leftJoin('api_key', (join) =>
      join.onRef('api_key.account_id', '=', 'account.id').on('api_key.revoked_at', 'is', null),
    )
    .select([
      'account.id',
      'account.provider',
      'account.provider_id as providerId',
      'account.login',
      'account.status',
      'account.requested_at as requestedAt',
      'account.decided_at as decidedAt',
      'account.decided_by as decidedBy',
      'account.note',
      'api_key.prefix as keyPrefix',
      'api_key.created_at as keyCreatedAt',
      'api_key.last_used_on as lastUsedOn',
    ])
    .$if(status !== undefined, (query) => query.where('account.status', '=', status ?? 'pending'))
    .$if(named !== undefined, (query) =>
      /^\d{1,15}$/.test(named ?? '')
        ? query.where('account.provider_id', '=', Number(named))
        : query.where(sql<string>`lower(account.login)`, '=', (named ?? '').toLowerCase()),
    )
    .orderBy(sql`account.status <> 'pending'`)
    .orderBy('account.requested_at')
    .orderBy('account.id')
    .execute();
}
