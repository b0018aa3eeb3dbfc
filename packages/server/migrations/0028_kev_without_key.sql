-- Why: a projection is rebuilt beside the one in use and takes its place while sources are read. To drop a table that points to
-- `record` locks all of `record` out, which a run that is storing holds: the two waited for each other. Like the rows of every
-- other projection, those of KEV are made from evidence in the transaction that stores it and need no key to it.
alter table kev drop constraint kev_record_id_fkey;
