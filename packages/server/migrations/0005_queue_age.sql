-- 0005_queue_age.sql
-- Why: `/health` says how far behind the queue is. The API has no right to read the queue itself, only this one figure.
set local role almanac_worker;

create function job.oldest_waiting_seconds()
returns integer
language plpgsql
security definer
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Failed jobs wait for their next attempt by design: only what could run now counts.
  return (
    select extract(epoch from now() - min(run_at))::integer
    from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at <= now()
  );
end
$$;

revoke execute on function job.oldest_waiting_seconds from public;
grant execute on function job.oldest_waiting_seconds to almanac_api;

reset role;
