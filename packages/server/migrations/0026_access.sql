-- Why: some endpoints need a key, and a key gives a larger budget. Who asks is known by the number that the identity provider gave
-- the account: logins are renamed and given to others. Of a token nothing is kept, of a key its hash and the beginning by which its
-- owner tells it from others.
create table account (
  id           integer     generated always as identity primary key,
  provider     text        not null, -- the origin of the identity provider
  provider_id  bigint      not null,
  login        text        not null, -- as of the last request
  status       text        not null check (status in ('pending', 'granted', 'revoked')),
  requested_at timestamptz not null,
  decided_at   timestamptz,
  decided_by   text check (decided_by in ('policy', 'operator')), -- what an operator has decided, no policy changes
  note         text,
  unique (provider, provider_id),
  check ((decided_at is null) = (decided_by is null))
);
create index account_login on account (lower(login));

create table api_key (
  sha256       bytea       primary key check (octet_length(sha256) = 32), -- of a random key: there is nothing to guess
  prefix       text        not null,
  account_id   integer     not null references account,
  created_at   timestamptz not null,
  revoked_at   timestamptz,
  last_used_on date        -- a day and no more: when someone works is nobody's business
);
-- One that is valid for each account: rotating it gives no second budget.
create unique index api_key_valid on api_key (account_id) where revoked_at is null;

-- The only tables that the API writes, and of these no more than it must: it deletes nothing, and a key cannot change hands.
grant insert (provider, provider_id, login, status, requested_at, decided_at, decided_by) on account to almanac_api;
grant update (login, status, decided_at, decided_by) on account to almanac_api;
grant insert (sha256, prefix, account_id, created_at) on api_key to almanac_api;
grant update (revoked_at, last_used_on) on api_key to almanac_api;

-- Why: the advisory database is listed by the date of publication, from any place on; what has no date comes last.
create index advisory_listing on advisory (source, coalesce(published, timestamptz '-infinity') desc, id desc);
-- Of an ecosystem with few advisories, or none of the kind asked for, all would have to be read for one page.
create index advisory_ecosystems on advisory using gin (ecosystems) where source = 4;
