-- no-transaction
-- Why: what changed lately was looked for among all versions. A first version is no change: of a first fill nothing is in here.
create index concurrently version_changed on version (observed_at) where seq > 1;
