-- Why: how old every upstream was is said once an hour, signed, and kept, so that anybody can show what was known when.
create table freshness (
  at        timestamptz primary key,
  statement text        not null,         -- the bytes that are signed
  signature text,                         -- the last line of the signed note; null: no key was set
  changes   jsonb       not null          -- what is otherwise than in the statement before: source and sentence
);
-- The feed has the hours with a change alone.
create index freshness_changed on freshness (at desc) where changes <> '[]';
