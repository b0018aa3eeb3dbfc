-- Why: a store may be filled from what another instance has published (ADR 036). What was loaded is noted with it, so that a fill that
-- was cut off goes on, and never begins beside evidence from elsewhere.
alter table run drop constraint run_channel_check;
alter table run add constraint run_channel_check check (channel in ('bulk', 'delta', 'sweep', 'record', 'mirror'));

create table mirror (
  source      smallint    primary key references source (id),
  segments    integer     not null,  -- of the mirror's list, from its first on, that are loaded
  last        bytea       not null check (octet_length(last) = 32), -- SHA-256 of the last of them
  finished_at timestamptz            -- its roots were compared and its positions set; null: it is not whole
);

-- The head of the mirror's log that was verified last, and the key that signed it.
create table mirror_log (
  one  boolean primary key default true check (one),
  key  text    not null,
  size bigint  not null,
  root bytea   not null check (octet_length(root) = 32)
);
