-- Why: to answer GET /cve/:id from its records they are unpacked, parsed, judged and written again, though they change a few times a year.
-- A body is the answer as far as its records settle it, with all that it was made from: one that no longer fits is not used, so that
-- nothing has to be told of a change. Made from evidence by the code of the named release; safe to empty.
create table cve_body (
  cve_id      text   primary key,
  release     text   not null, -- of the code that made it
  subjects_at timestamptz,     -- when the table that the keys come from was last replaced by a rebuild
  made_from   text   not null, -- records with their versions and dates, as queries/cve-made-from.ts writes them
  keys        text[] not null, -- by which packages of the collection would be found that it concerns: there is none
  head        bytea  not null, -- deflated (RFC 1951), up to the score
  rest        bytea  not null, -- the same from there to the coverage
  settled     json   not null  -- the places of the score, records and so on in the two, and what else an answer needs
) with (autovacuum_vacuum_scale_factor = 0.05);
-- They are packed already.
alter table cve_body alter column head set storage external, alter column rest set storage external;

-- How far the filling has come: one row. First all there is in the order of ids, then what changed; once a day all there is again.
create table cve_body_progress (
  one_row  boolean     primary key default true check (one_row),
  version  text        not null, -- release and subjects_at of the bodies
  after_id text,                 -- the last id of the round; null: the round is over
  position text        not null, -- in the order of changes (queries/changes.ts)
  begun_at timestamptz not null  -- the round
);
