-- no-transaction
-- Why: `vulnerability_record_held` begins with the same column.
drop index concurrently vulnerability_record_record;
