-- Why: the order of changes is that of transactions, and their numbers are those of a server. A store that is brought to another server
-- by pg_restore keeps the numbers of the old one, which may lie above all that the new one hands out for years: what is stored there
-- would come before what was stored already, and nothing would ever count as settled. `shift` is added to the server's numbers.
create table change_clock (
  one   boolean primary key default true check (one),
  shift bigint  not null
);

-- Of the transaction that asks.
create function change_number() returns xid8 language sql stable
return (pg_current_xact_id()::text::bigint + coalesce((select shift from change_clock), 0))::text::xid8;

-- Every change with a lower number has been committed or never will be.
create function settled_before() returns xid8 language sql stable
return (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + coalesce((select shift from change_clock), 0))::text::xid8;

alter table version alter column tx set default change_number();

-- Called before anything is stored: a number that this server cannot have handed out comes from another.
create function align_change_clock() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  newest constant bigint := (select tx::text::bigint from version order by tx desc limit 1);
  next   constant bigint := greatest(
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint, pg_current_xact_id_if_assigned()::text::bigint + 1);
begin
  if newest >= next + coalesce((select shift from change_clock), 0) then
    insert into change_clock (shift) values (newest + 1 - next)
    on conflict (one) do update set shift = greatest(change_clock.shift, excluded.shift);
  end if;
end
$$;
grant execute on function change_number, settled_before to almanac_api, almanac_worker;
grant execute on function align_change_clock to almanac_worker;

-- Why: figures depend on how many records of a source have ever changed. To add up all runs takes longer with every run, and a run that
-- is deleted one day must not be missed. Counted when a run ends.
create table source_changes (
  source  smallint primary key references source (id),
  changes bigint   not null
);
insert into source_changes (source, changes)
select source, sum(changed::bigint + removed) from run where state <> 'running' group by source having sum(changed::bigint + removed) > 0;

-- Of all rows that a statement inserts: a restored store has hundreds of thousands.
create function count_inserted_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into source_changes (source, changes)
  select source, sum(changed::bigint + removed) from inserted where state <> 'running' and changed + removed > 0 group by source order by source
  on conflict (source) do update set changes = source_changes.changes + excluded.changes;
  return null;
end
$$;
create function count_ended_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into source_changes (source, changes) values (new.source, new.changed::bigint + new.removed)
  on conflict (source) do update set changes = source_changes.changes + excluded.changes;
  return null;
end
$$;
grant execute on function count_inserted_changes, count_ended_changes to almanac_worker;
create trigger run_inserted after insert on run referencing new table as inserted
for each statement execute function count_inserted_changes();
create trigger run_ended after update of state on run
for each row when (old.state = 'running' and new.state <> 'running' and new.changed + new.removed > 0)
execute function count_ended_changes();

-- Why: a rebuild of hours goes on where it was cut off. A row is written with the rows of the records up to it.
create table rebuild_progress (
  name    text     primary key, -- of the projection
  version integer  not null,    -- of the code that computes the rows
  round   smallint not null,
  since   xid8     not null,    -- versions that were stored from here on
  until   xid8     not null,    -- and before this are read in this round
  place   smallint not null,    -- of the source in the projection's list that is being read
  last    bigint   not null     -- its last record that is done
);

-- Whether the copies of these tables are there and like the tables. Indexes that a migration has added since are added to them.
create function projection.resume_shadow(tables text[]) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  name text;
  part record;
begin
  if not tables <@ projection.known_tables() then
    raise exception 'not all of % are projections', tables using errcode = 'insufficient_privilege';
  end if;
  foreach name in array tables loop
    if projection.columns_of('shadow', name) is distinct from projection.columns_of('public', name) then
      return false;
    end if;
    for part in
      select pg_get_indexdef(indexrelid) as def from pg_index
      where indrelid = format('public.%I', name)::regclass and not exists (
        select from pg_index as copied join pg_class on pg_class.oid = copied.indexrelid
        where copied.indrelid = format('shadow.%I', name)::regclass
          and pg_class.relname = (select relname from pg_class where oid = pg_index.indexrelid))
    loop
      execute replace(part.def, format(' ON public.%I ', name), format(' ON shadow.%I ', name));
    end loop;
  end loop;
  return true;
end
$$;

-- Names, types and constraints of a table; null: there is no such table.
create function projection.columns_of(namespace text, name text) returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select (select string_agg(format('%s %s %s', attname, format_type(atttypid, atttypmod), attnotnull), ',' order by attname)
          from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped)
         || (select coalesce(string_agg(conname || ' ' || pg_get_constraintdef(oid), ',' order by conname), '')
             from pg_constraint where conrelid = pg_class.oid and contype in ('p', 'u', 'c'))
  from pg_class where oid = to_regclass(format('%I.%I', namespace, name))
$$;

-- What a rebuild of another projection left: the tables that are found first must be those of one rebuild alone.
create function projection.drop_shadow(except_tables text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  name text;
begin
  for name in select tablename from pg_tables where schemaname = 'shadow' and tablename <> all (except_tables) loop
    execute format('drop table shadow.%I', name);
  end loop;
end
$$;
revoke execute on all functions in schema projection from public;
grant execute on function projection.resume_shadow, projection.drop_shadow to almanac_worker;
