-- no-transaction
-- Why: version_order begins with the same column.
drop index concurrently if exists version_tx;
