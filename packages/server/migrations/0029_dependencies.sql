-- Why: what depends on what in the collection. Names of attributes are long and stand in a dozen places each, so a name has a number.
-- Only ever added to: a number stays good over every rebuild.
create table collection_attribute (
  id   integer generated always as identity primary key,
  name text not null unique   -- as the collection writes it, without the system: python312Packages.requests
);

-- One row for each evaluated attribute of a system, its edges in it: a package that changed is one row to write, and the whole graph
-- one table to read. It is never walked in SQL: processes that need it hold it in memory (docs/adr/017-graph-in-memory.md).
create table dependency (
  record_id    bigint    primary key,
  seq          integer   not null,
  attribute_id integer   not null,
  system       text      not null,
  name         text,                  -- of the derivation: openssl-3.0.14
  same_as      integer,               -- another attribute that is the same derivation and stands for both
  inputs       integer[] not null,    -- attributes whose derivations it is built from
  unnamed      integer   not null     -- inputs that no attribute stands for: sources, hooks, parts of the compiler
) with (autovacuum_vacuum_scale_factor = 0.05);

create or replace function projection.known_tables() returns text[] language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array['affected', 'affected_set', 'cve', 'nvd', 'advisory', 'weakness', 'alias_assertion', 'alias_group',
               'epss_current', 'epss_month', 'epss_day', 'search_document', 'kev', 'relation', 'exploit',
               'collection_package', 'channel', 'issue', 'pull_request', 'issue_pull', 'pull_reach', 'dependency']
$$;
