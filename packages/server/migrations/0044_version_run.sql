-- Why: a run that is forgotten is first looked for among the versions. Their runs rise with their place in the table, so that the index
-- is small and built by one pass over narrow rows: writers wait for seconds, which is less than `concurrently` would take.
create index version_run on version using brin (run_id) with (pages_per_range = 32);
