-- Why: what is computed from evidence is computed by a release of the code. When the code changes, the tables are filled
-- anew beside the ones in use and take their place in one step.
create table projection_version (
  name       text        primary key,
  version    integer,              -- of the code that filled the tables in use; null: never filled
  state      text        not null check (state in ('current', 'rebuilding')),
  started_at timestamptz not null,
  swapped_at timestamptz
);

create schema shadow;
grant usage on schema shadow to almanac_worker;
create schema projection;
grant usage on schema projection to almanac_worker;

create function projection.known_tables() returns text[] language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array['affected', 'affected_set', 'cve', 'nvd', 'advisory', 'weakness', 'alias_assertion', 'alias_group',
               'epss_current', 'epss_month', 'epss_day', 'search_document', 'kev']
$$;

-- Empty copies of the tables in the schema `shadow`, with the same indexes, constraints and options under the same names.
create function projection.open_shadow(tables text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  name text;
  part record;
begin
  if not tables <@ projection.known_tables() then
    raise exception 'not all of % are projections', tables using errcode = 'insufficient_privilege';
  end if;
  foreach name in array tables loop
    execute format('drop table if exists shadow.%I', name);
    execute format('create table shadow.%I (like public.%I including all excluding indexes)', name, name);
    for part in
      select pg_get_indexdef(indexrelid) as def from pg_index where indrelid = format('public.%I', name)::regclass
    loop
      -- The schema of the table, the first name after ON, is the only one in an index definition of ours.
      execute replace(part.def, format(' ON public.%I ', name), format(' ON shadow.%I ', name));
    end loop;
    for part in
      select conname, contype, pg_get_constraintdef(oid) as def from pg_constraint
      where conrelid = format('public.%I', name)::regclass and contype in ('p', 'u', 'f')
    loop
      execute format('alter table shadow.%I add constraint %I ', name, part.conname) || case part.contype
        when 'p' then format('primary key using index %I', part.conname)
        when 'u' then format('unique using index %I', part.conname)
        else part.def
      end;
    end loop;
    select array_to_string(reloptions, ', ') as options into part
    from pg_class where oid = format('public.%I', name)::regclass;
    if part.options is not null then
      execute format('alter table shadow.%I set (%s)', name, part.options);
    end if;
    execute format('grant select on shadow.%I to almanac_api', name);
    execute format('grant select, insert, update, delete on shadow.%I to almanac_worker', name);
  end loop;
end
$$;

-- Puts the copies in the place of the tables. Readers wait for the end of the transaction and then read the new ones.
create function projection.swap(tables text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  name text;
begin
  if not tables <@ projection.known_tables() then
    raise exception 'not all of % are projections', tables using errcode = 'insufficient_privilege';
  end if;
  foreach name in array tables loop
    execute format('drop table public.%I', name);
    execute format('alter table shadow.%I set schema public', name);
  end loop;
end
$$;

revoke execute on all functions in schema projection from public;
grant execute on function projection.open_shadow, projection.swap to almanac_worker;
