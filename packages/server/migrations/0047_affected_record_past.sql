-- no-transaction
-- Why: what a record said of packages at a past instant was looked for among all rows that were ever closed.
create index concurrently affected_record_past on affected (record_id, known_to) where known_to is not null;
