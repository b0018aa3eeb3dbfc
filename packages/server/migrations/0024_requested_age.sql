-- A job that fetches a record may say how old the last fetch may be, so that none is done twice in a row.
set local role almanac_worker;

create or replace function job.request(
  task text, payload json, job_key text, priority integer default 0, run_at timestamptz default null)
returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  job_id bigint;
begin
  if task is null or task not in ('run-source', 'refresh-record') then
    raise exception 'task % may not be requested', quote_literal(left(task, 64)) using errcode = 'insufficient_privilege';
  end if;
  if job_key is null or length(job_key) > 256 then
    raise exception 'a requested job needs a key of at most 256 characters' using errcode = 'invalid_parameter_value';
  end if;
  -- What to read and no more: the other options of a task are for operators.
  if json_typeof(payload) is distinct from 'object' or octet_length(payload::text) > 4096
     or payload::jsonb - '{source,key,maxAgeMs}'::text[] <> '{}' then
    raise exception 'a requested job may name its source, key and age only' using errcode = 'invalid_parameter_value';
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

reset role;
