-- Why: which ids name one vulnerability is never stored as a fact, only who said it and when. What was joined by a mistake
-- comes apart when its author takes it back.
create table alias_assertion (
  record_id  bigint      not null,
  alias      text        not null,
  known_from timestamptz not null,
  known_to   timestamptz,          -- null: holds now
  id         text        not null, -- the record's own
  source     smallint    not null,
  primary key (record_id, alias, known_from),
  check (known_to > known_from)
);
create index alias_assertion_id on alias_assertion (id) where known_to is null;
create index alias_assertion_alias on alias_assertion (alias) where known_to is null;

-- The groups that the assertions of now make. An id that nobody joins to another has no row.
create table alias_group (
  id         text    primary key,
  group_id   text    not null,  -- the first CVE id of the group, else its first id
  one_sided  boolean not null,  -- an assertion of the group is not returned by the other side's record, which we hold
  over_large boolean not null   -- more ids than one vulnerability has: some assertion in here is wrong
);
create index alias_group_members on alias_group (group_id);
