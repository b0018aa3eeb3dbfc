-- Why: whoever asks for records that nobody has could fill the queue for everybody else. A request says how many may wait already, and is
-- refused beyond that: null is returned. A job may say until when somebody waits for it, and whether the collection carries what it names.
set local role almanac_worker;

drop function job.request(text, json, text, integer, timestamptz);

create function job.request(
  task text, payload json, job_key text, priority integer default 0, run_at timestamptz default null,
  most_waiting integer default null)
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
     or payload::jsonb - '{source,key,maxAgeMs,expiresAt,carried}'::text[] <> '{}' then
    raise exception 'a requested job may name its source, key, age, end and whether it is carried only'
      using errcode = 'invalid_parameter_value';
  end if;
  -- One after the other, so that many who ask in the same moment see each other.
  if most_waiting is not null then
    perform pg_advisory_xact_lock(hashtextextended('job.request', 0));
  end if;
  if most_waiting is not null and job.waiting(task, job_key, most_waiting) >= most_waiting then
    delete from graphile_worker._private_jobs where id in (
      select jobs.id from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = task and jobs.locked_at is null
        and (jobs.payload ->> 'expiresAt')::timestamptz < clock_timestamp()
      limit 1000 for update of jobs skip locked);
    if job.waiting(task, job_key, most_waiting) >= most_waiting then
      return null;
    end if;
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

-- Jobs of a task that no worker has taken yet, counted as far as asked. One of the same key is no further job: then there is room.
create function job.waiting(task text, own_key text, most integer)
returns integer
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from graphile_worker._private_jobs jobs where jobs.key = own_key and jobs.locked_at is null) then
    return 0;
  end if;
  return (
    select count(*) from (
      select from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = task and jobs.locked_at is null
      limit most) waiting);
end
$$;

revoke execute on function job.request, job.waiting from public;
grant execute on function job.request to almanac_api;

reset role;
