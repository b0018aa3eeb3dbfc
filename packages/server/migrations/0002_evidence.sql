-- 0002_evidence.sql
-- Why: every upstream document is kept once, as the bytes that came, and every version of it that was ever seen. What is
-- computed from it (the projections) can be dropped and rebuilt; this cannot.

create table source (
  id   smallint primary key,
  name text not null unique -- what it is, its licence and its cadence stand in the code: src/sources/catalogue.ts
);
insert into source (id, name) values
  (1, 'cve_list_v5'), (2, 'cve_services'), (3, 'osv'), (4, 'advisory'), (5, 'nvd'), (6, 'epss'), (7, 'kev'),
  (8, 'nixpkgs'), (9, 'channels'), (10, 'packages'), (11, 'dependencies'), (12, 'repology'),
  (13, 'metasploit'), (14, 'nuclei'), (15, 'exploitdb');

-- One pass over a source.
create table run (
  id          bigint generated always as identity primary key,
  source      smallint    not null references source (id),
  state       text        not null default 'running' check (state in ('running', 'ok', 'failed', 'held', 'abandoned')),
  started_at  timestamptz not null,
  finished_at timestamptz,
  expected    integer,                     -- as announced by the upstream: how far along the run is
  seen        integer     not null default 0,
  changed     integer     not null default 0,
  removed     integer     not null default 0,
  unreadable  integer     not null default 0,
  live        integer,                     -- records the source has after the run
  error       text,
  check ((state = 'running') = (finished_at is null))
);
create index run_latest on run (source, id desc);
create index run_latest_change on run (source, id desc) where changed + removed > 0;
create unique index run_one_at_a_time on run (source) where state = 'running';

-- Where the next run goes on. Written in the transaction that stored everything up to it.
create table checkpoint (
  source  smallint not null references source (id),
  channel text     not null,               -- a source may be read in several ways, each with its own position
  value   text     not null,
  run_id  bigint   not null references run, -- only ever rises: a run that was given up cannot move it back
  primary key (source, channel)
);

create table record (
  id     bigint generated always as identity primary key,
  source smallint not null references source (id),
  key    text     not null,
  unique (source, key)
);

-- Preset dictionaries for packing small documents. Never deleted: old blobs need theirs.
create table dictionary (
  id     smallint generated always as identity primary key,
  source smallint not null references source (id),
  bytes  bytea    not null
);
alter table dictionary alter column bytes set storage external;

create table blob (
  id             bigint generated always as identity primary key,
  raw_sha256     bytea    not null unique check (octet_length(raw_sha256) = 32), -- over the exact bytes
  content_sha256 bytea    not null check (octet_length(content_sha256) = 32),    -- over the sorted value, volatile fields removed
  codec          smallint not null check (codec in (0, 1)),                      -- stored, raw deflate
  dictionary     smallint references dictionary (id),
  raw_size       integer  not null,
  packed         bytea    not null
);
alter table blob alter column packed set storage external; -- packed by us: TOAST must not try again

create table version (
  record_id         bigint      not null references record,
  seq               integer     not null,
  observed_at       timestamptz not null,                                -- known-at; strictly rising per record
  upstream_modified timestamptz,                                         -- true-at, as the source dates it
  basis             smallint    not null check (basis in (0, 1, 2)),     -- observed, archive, reconstructed
  blob_id           bigint references blob,                              -- null: the source no longer has it
  run_id            bigint      not null references run,
  tx                xid8        not null default pg_current_xact_id(),   -- followers read only below the oldest running transaction
  primary key (record_id, seq)
);
create index version_tx on version (tx);

-- The version that counts now: what a new document is compared with, one narrow row a record.
create table current_version (
  record_id      bigint primary key references record,
  seq            integer     not null,
  observed_at    timestamptz not null,
  content_sha256 bytea check (octet_length(content_sha256) = 32), -- null: the source no longer has it
  foreign key (record_id, seq) references version
) with (fillfactor = 80);

-- What could not be read, for a person to look at. The rest of its feed went on without it.
create table quarantine (
  source     smallint    not null references source (id),
  raw_sha256 bytea       not null check (octet_length(raw_sha256) = 32),
  key        text,
  reason     text        not null,
  codec      smallint    not null check (codec in (0, 1)),
  raw_size   integer     not null,
  packed     bytea       not null,
  run_id     bigint      not null references run, -- the last that met it
  first_seen timestamptz not null,
  last_seen  timestamptz not null,
  count      integer     not null default 1,
  primary key (source, raw_sha256)
);
alter table quarantine alter column packed set storage external;
