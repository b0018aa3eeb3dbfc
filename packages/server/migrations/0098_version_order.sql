-- no-transaction
-- Why: followers read changes in the order of transactions, page by page. A store that was restored has all of its versions in one
-- transaction: each page would read and sort all of them.
create index concurrently version_order on version (tx, record_id, seq);
