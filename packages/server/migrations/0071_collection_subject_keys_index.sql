-- no-transaction
-- Why: entries are found by their keys, and by their names as long as they have none.
create index concurrently collection_package_subject_keys on collection_package using gin (coalesce(subject_keys, lookup)) with (fastupdate = off);
