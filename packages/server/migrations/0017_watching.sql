-- 0017_watching.sql
-- Why: an upstream can go wrong while it answers every request. It stands still, loses records, or says something else of
-- records that everybody knows. What is found of that is written down here, for /sources and the metrics.

-- A part of a source that can stand still while the others move, such as an ecosystem of OSV.
create table source_part (
  source        smallint    not null references source (id),
  part          text        not null,
  records       integer     not null,
  changed_at    timestamptz,                -- its newest record, as the source dates it
  pause_seconds integer,                    -- the longest among its last changes; null: too few to tell
  seen_at       timestamptz not null,       -- when it was last listed
  primary key (source, part)
);

-- Well-known records, looked at after each run that went well.
create table canary (
  source     smallint    not null references source (id),
  key        text        not null,
  outcome    text        not null check (outcome in ('ok', 'missing', 'changed')),
  detail     text,                          -- what is said in place of what was expected
  since      timestamptz not null,          -- the outcome has been the same from here on
  checked_at timestamptz not null,
  primary key (source, key)
);

-- The records a source has, by its own account, against those that we have. One row for each run that could tell.
create table reconciliation (
  run_id      bigint      primary key references run on delete cascade,
  source      smallint    not null references source (id),
  at          timestamptz not null,
  basis       text        not null check (basis in ('ids', 'count')), -- a list was compared, or its length alone
  listed      integer     not null,
  live        integer     not null,
  missing     integer     not null,         -- listed and not here
  unreadable  integer     not null,         -- of these, how many are in quarantine
  extra       integer     not null,         -- here and not listed
  examples    text[]      not null          -- a few of the missing and the extra
);
create index reconciliation_latest on reconciliation (source, run_id desc);

-- Which source asks which upstream, as the worker that was started last has it.
create table source_upstream (
  source smallint not null references source (id),
  origin text     not null,
  primary key (source, origin)
);

-- A single record that someone asked for says nothing about whether the feed moves.
create index run_latest_feed_change on run (source, id desc) where changed + removed > 0 and channel <> 'record';
-- The newest count of a source's records, whatever channel it came by.
create index run_latest_count on run (source, id desc) where live is not null;

-- Fifteen rows are too few for autovacuum to look at, and without a look they are taken for a thousand: every question about all
-- sources would be compiled before it is answered.
analyze source;
