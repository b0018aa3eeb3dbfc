-- 0019_restore.sql
-- Why: a store that is restored keeps the numbers that its export names, so that all that is computed from evidence comes out
-- the same. The next number has to be one after them.
grant update on sequence record_id_seq, run_id_seq, dictionary_id_seq to almanac_worker;

-- Why: of a store that was filled in one step the planner knows nothing, and would read whole tables for each page of a rebuild.
create function projection.analyze_evidence() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  analyze public.record, public.version, public.blob, public.current_version;
end
$$;
revoke execute on function projection.analyze_evidence from public;
grant execute on function projection.analyze_evidence to almanac_worker;
