import type { GeneratedAlways } from 'kysely';

/** Who may use keys, and the hashes of these: all that the API writes. */
export interface AccessTables {
  account: Account;
  api_key: ApiKey;
}

export type AccountStatus = 'pending' | 'granted' | 'revoked';

interface Account {
  id: GeneratedAlways<number>;
  provider: string;
  provider_id: number;
  login: string;
  status: AccountStatus;
  requested_at: Date;
  decided_at: Date | null;
  decided_by: 'policy' | 'operator' | null;
  note: string | null;
}

interface ApiKey {
  sha256: Buffer;
  prefix: string;
  account_id: number;
  created_at: Date;
  revoked_at: Date | null;
  last_used_on: string | null;
}
