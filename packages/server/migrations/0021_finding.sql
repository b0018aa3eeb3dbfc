-- Why: people search with filters alone, and with filters and words together. What is filtered by stands in the document as labels
-- beside the words (`v=` vendor, `p=` product or package, `e=` ecosystem, `c=` weakness, `t=` type), so that one index answers any
-- mixture: labels are only ever looked for whole or by their beginning, and have no place, so that they count for nothing in
-- the order of results.
-- A list shows what a record is about also where it has no title.
alter table search_document add column excerpt text;

-- Of a word that thousands hold the newest are ranked, and those that are known to be exploited.
create index search_document_kev on search_document (published desc) where kev;

-- Why: a name that nobody has is looked for among those that are like it. GIN and not GiST: the planner would take a GiST index for
-- equality too, at forty times the price.
create extension if not exists pg_trgm;
create index package_name_like on package using gin (name gin_trgm_ops);
grant execute on function similarity(text, text), similarity_op(text, text) to almanac_api;

-- Why: what changed in the last days is asked of a table that holds years. Versions are written in the order of time, so that a
-- few pages of summary do what an index of gigabytes would.
create index version_observed on version using brin (observed_at) with (pages_per_range = 32);
