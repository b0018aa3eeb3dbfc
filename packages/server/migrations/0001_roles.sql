-- 0001_roles.sql
-- Why: the API answers strangers, so it acts as a role that can read and ask for work, and nothing else. The worker is the
-- only writer. Both are group roles: a login becomes able to act as one by `grant almanac_api to that_login`.
-- Roles belong to the whole cluster: another database's migration may be creating them at this moment.
do $$
declare
  name text;
begin
  foreach name in array array['almanac_api', 'almanac_worker'] loop
    begin
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin', name);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
  -- Later files create things on the worker's behalf.
  if not pg_has_role(current_user, 'almanac_worker', 'member') then
    execute format('grant almanac_worker to %I', current_user);
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to almanac_api, almanac_worker;
grant select on schema_migration to almanac_api, almanac_worker;

-- For every table to come, as long as the same owner migrates.
alter default privileges in schema public grant select on tables to almanac_api;
alter default privileges in schema public grant select, insert, update, delete on tables to almanac_worker;
alter default privileges in schema public grant usage on sequences to almanac_worker;
alter default privileges revoke execute on functions from public; -- a right of PUBLIC can only be taken for all schemas
