-- Why: figures over everything that is stored take seconds to minutes to count, and change when a source brings something new.
-- The worker counts them then; who asks reads one row.
create table aggregate (
  name        text        primary key,
  version     integer     not null, -- of the code that computed it
  computed_at timestamptz not null,
  basis       jsonb       not null, -- what it was computed from: as long as this is the same, so is the value
  coverage    json        not null, -- how the sources stood then
  value       json        not null  -- as it is served: in the order of its members
);

-- Why: how good the data of a CVE are is judged from its records' documents, a millisecond or two each. What was judged is kept, so
-- that a change costs no more than what changed. Made from evidence by the code of the named version; safe to empty.
create table cve_quality (
  cve_id    text     primary key,
  score     smallint not null check (score between 0 and 100),
  year      smallint,               -- of publication, else of the id
  assigner  text,                   -- of the CVE list's record
  missing   text[]   not null,      -- fields that no source gives
  conflicts text[]   not null       -- codes, each once
) with (autovacuum_vacuum_scale_factor = 0.05);

-- How far the judging has come: one row. First all there is in the order of ids, then what changed.
create table cve_quality_progress (
  one_row  boolean primary key default true check (one_row),
  version  integer not null,
  after_id text,                    -- the last id of the first round; null: the round is over
  position text    not null         -- in the order of changes (queries/changes.ts)
);
