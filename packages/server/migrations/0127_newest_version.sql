-- Why: `order by tx` meant the column of the result, which is a number computed from each row, so that the start of every run read and
-- sorted all versions. The table's column is in an index.
create or replace function align_change_clock() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  newest constant bigint := (select version.tx::text::bigint from version order by version.tx desc limit 1);
  next   constant bigint := greatest(
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint, pg_current_xact_id_if_assigned()::text::bigint + 1);
begin
  if newest >= next + coalesce((select shift from change_clock), 0) then
    insert into change_clock (shift) values (newest + 1 - next)
    on conflict (one) do update set shift = greatest(change_clock.shift, excluded.shift);
  end if;
end
$$;
