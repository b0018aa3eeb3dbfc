-- Why: what a record says now is asked for every record that changed, what it said once never. Over the whole table the planner
-- preferred, until the first statistics, to combine this index with that of all open rows, and read half a million of them for
-- every batch.
drop index affected_record;
create index affected_record on affected (record_id) where known_to is null;
