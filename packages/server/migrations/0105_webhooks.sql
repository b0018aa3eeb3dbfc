-- Why: callers with a key are told of changes by POST. The log of changes is the outbox: what is kept of a subscriber is its place in it.
create table webhook (
  id            text        primary key,
  account_id    integer     not null references account,
  url           text        not null check (octet_length(url) <= 2048),
  -- As `GET /changes` takes them; null: not filtered by it.
  packages      text,
  verdicts      boolean     not null,
  ecosystems    text,
  severity      text,
  exploited     boolean,
  created_at    timestamptz not null,
  deleted_at    timestamptz,
  -- The last change that was delivered or did not pass, as `version` orders them. Zeros, and no time: before the first.
  place_tx      xid8        not null,
  place_record  bigint      not null,
  place_seq     integer     not null,
  place_at      timestamptz,
  -- What the worker writes.
  batch_end     text,                             -- the cursor at the end of a delivery that may be under way: repeated as it was
  delivered     bigint      not null default 0,
  delivered_at  timestamptz,
  answer_ms     integer     not null default 0,   -- how long the last answer took
  failing_since timestamptz,
  attempts      integer     not null default 0,   -- since the last success
  next_at       timestamptz not null default now(),
  last_error    text,
  off_at        timestamptz,
  off_reason    text,
  lease         text,                             -- of the delivery that may write; another one begins when it has ended
  leased_until  timestamptz,
  check ((off_at is null) = (off_reason is null))
) with (fillfactor = 70);
create index webhook_account on webhook (account_id);
create index webhook_due on webhook (next_at) where deleted_at is null and off_at is null;

-- A signature needs the secret itself. The API writes it and cannot read it back.
create table webhook_secret (
  webhook_id text primary key references webhook on delete cascade,
  secret     bytea not null check (octet_length(secret) = 32)
);
revoke select on webhook_secret from almanac_api;

-- Deliveries that a subscriber refused for good. What they held is in the log, between two cursors.
create table webhook_dead (
  id           bigint      generated always as identity primary key,
  webhook_id   text        not null references webhook on delete cascade,
  message      text        not null,
  at           timestamptz not null,
  reason       text        not null,
  changes      integer     not null,
  after_cursor text        not null,
  end_cursor   text        not null
);
create index webhook_dead_webhook on webhook_dead (webhook_id, id);

grant insert (id, account_id, url, packages, verdicts, ecosystems, severity, exploited, created_at,
              place_tx, place_record, place_seq, place_at) on webhook to almanac_api;
grant update (deleted_at) on webhook to almanac_api;
grant insert (webhook_id, secret) on webhook_secret to almanac_api;
