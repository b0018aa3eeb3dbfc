-- Why: search over ids, names and prose in one index: names must be found letter by letter, prose by its words' stems.
-- The columns beside it are what search filters by. One document for each record; answers put aliases together.
create table search_document (
  record_id bigint   primary key,
  id        text     not null,
  source    smallint not null,
  cve_id    text,                 -- its own id or the first of its aliases that is one
  published timestamptz,
  severity  text,
  score     real,
  kev       boolean  not null,
  withdrawn boolean  not null,    -- rejected, too
  document  tsvector not null     -- A: ids, B: vendors, products and packages, C: title, D: description
);
-- Without a pending list: a search costs the same whether or not an ingest has just run.
create index search_document_words on search_document using gin (document) with (fastupdate = off);
create index search_document_cve on search_document (cve_id);
create index search_document_id on search_document (id);
create index search_document_published on search_document (published desc);
