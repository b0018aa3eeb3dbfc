-- Why: to judge a package its statements, aliases, covered CVEs and summaries were read from eight tables for each question, though they
-- change a few times a year. A pack has all of them in one value: the shard of a snapshot with this one package. Safe to empty.
create table package_pack (
  name      text   not null, -- as the ecosystem compares names
  ecosystem text   not null, -- the base, as OSV spells it: all releases together
  pack      text,            -- null: too large to keep, so that the package is judged from its rows
  depends   text[] not null, -- the marks that outdate it: of its own name, and of every id in it
  primary key (name, ecosystem)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index package_pack_depends on package_pack using gin (depends);

-- What has changed since packs were made. A transaction that stores versions adds a mark for everything that these touch; whoever makes
-- the packs again deletes the marks that it saw. A pack with a mark is not used.
create table package_mark (
  id   bigint generated always as identity primary key,
  mark text not null
);
create index package_mark_mark on package_mark (mark);

-- One row. Packs are used once all of them were made by the rules and from the tables of now.
create table package_pack_state (
  one_row         boolean primary key default true check (one_row),
  rules           text    not null,
  swapped_at      timestamptz,     -- when a rebuild last replaced a table, as of the beginning
  fence           xid8    not null, -- transactions before it may have stored versions without marks
  after_name      text,            -- how far the first round has come; null: it is over
  after_ecosystem text
);

-- A worker of an earlier release stores versions without marks. From then on no pack is used until all were made again.
create function forget_packs_without_marks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('almanac.marks', true) is distinct from 'on' then
    delete from package_pack_state;
  end if;
  return null;
end
$$;
create trigger forget_packs_without_marks after insert on version
  for each statement execute function forget_packs_without_marks();
