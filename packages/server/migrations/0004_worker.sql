-- 0004_worker.sql
-- Why: the job queue keeps a killed worker's jobs locked for four hours. Each worker pool says every few seconds that it
-- is alive, and the others set free what a silent one held.
create table worker_heartbeat (
  worker     text        primary key, -- as in graphile_worker.jobs.locked_by
  started_at timestamptz not null default now(),
  seen_at    timestamptz not null default now()
) with (fillfactor = 50);

-- Why: the API may ask for work, and only for the work named here. It has no other right on the queue. The function belongs
-- to the worker's role, as the queue does, and lives in a schema of that role.
create schema job authorization almanac_worker;
grant usage on schema job to almanac_api;

set local role almanac_worker;

create function job.request(task text, payload json, job_key text, priority integer default 0, run_at timestamptz default null)
returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  job_id bigint;
begin
  if task is null or task not in ('run-source') then
    raise exception 'task % may not be requested', quote_literal(left(task, 64)) using errcode = 'insufficient_privilege';
  end if;
  if job_key is null or length(job_key) > 256 then
    raise exception 'a requested job needs a key of at most 256 characters' using errcode = 'invalid_parameter_value';
  end if;
  -- What to read and no more: the other options of a task are for operators.
  if json_typeof(payload) is distinct from 'object' or octet_length(payload::text) > 4096
     or payload::jsonb - '{source,key}'::text[] <> '{}' then
    raise exception 'a requested job may name its source and key only' using errcode = 'invalid_parameter_value';
  end if;
  select id into job_id
  from graphile_worker.add_job(
    identifier => task,
    payload => payload,
    run_at => run_at,
    job_key => job_key,
    priority => greatest(priority, -100),
    max_attempts => 3,
    job_key_mode => 'preserve_run_at'
  );
  return job_id;
end
$$;

revoke execute on function job.request from public;
grant execute on function job.request to almanac_api;

reset role;
