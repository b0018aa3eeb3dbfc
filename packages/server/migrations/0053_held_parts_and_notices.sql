-- 0053_held_parts_and_notices.sql
-- Why: a channel whose list was held was downloaded again with every run, and every channel after it. What is held is remembered
-- by part, with the tag of the list: it is read again when the list is another one, or when a person has released it.

create table held_part (
  source smallint    not null references source (id),
  part   text        not null,               -- what its keys begin like
  reason text        not null,
  tag    text,                               -- of the list that was judged; null: it had none
  since  timestamptz not null,               -- held from here on, whatever list was judged since
  primary key (source, part)
);

-- What a source was seen to do that a person should know of, one row of each kind: it is read from its mirror, or says something
-- in a form that we do not read.
create table source_notice (
  source  smallint    not null references source (id),
  code    text        not null,
  detail  text        not null,
  since   timestamptz not null,
  seen_at timestamptz not null,
  primary key (source, code)
);

-- An entry that can be read again leaves the quarantine: each batch asks for the keys that it brought. A small table, and an index
-- of a moment.
create index quarantine_key on quarantine (source, key) where key is not null;
