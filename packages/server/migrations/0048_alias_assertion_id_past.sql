-- no-transaction
-- Why: what was known of aliases at a past moment is asked by the record's own id, too.
create index concurrently alias_assertion_id_past on alias_assertion (id, known_to) where known_to is not null;
