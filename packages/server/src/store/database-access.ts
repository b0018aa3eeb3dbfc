import type { Generated, GeneratedAlways } from 'kysely';

/** Who may use keys, the hashes of these, and what their owners registered: all that the API writes. */
export interface AccessTables {
  account: Account;
  api_key: ApiKey;
  webhook: WebhookRow;
  webhook_secret: WebhookSecret;
  webhook_dead: WebhookDead;
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

interface WebhookRow {
  id: string;
  account_id: number;
  url: string;
  packages: string | null;
  verdicts: boolean;
  ecosystems: string | null;
  severity: string | null;
  exploited: boolean | null;
  created_at: Date;
  deleted_at: Date | null;
  place_tx: string;
  place_record: number;
  place_seq: number;
  place_at: Date | null;
  batch_end: string | null;
  delivered: Generated<number>;
  delivered_at: Date | null;
  answer_ms: Generated<number>;
  failing_since: Date | null;
  attempts: Generated<number>;
  next_at: Generated<Date>;
  last_error: string | null;
  off_at: Date | null;
  off_reason: string | null;
  lease: string | null;
  leased_until: Date | null;
}

interface WebhookSecret {
  webhook_id: string;
  secret: Buffer;
}

interface WebhookDead {
  id: GeneratedAlways<number>;
  webhook_id: string;
  message: string;
  at: Date;
  reason: string;
  changes: number;
  after_cursor: string;
  end_cursor: string;
}
