-- Why: to judge a package by name, the documents of everything that may match were inflated and parsed, thousands for some packages, for
-- a title, a few severities and addresses that change only with the record. Filled by the worker; until then documents are read.
create table record_fact (
  record_id bigint  primary key,
  seq       integer not null, -- of the version that it was read from: one of an older version is not used
  facts     text    not null
);

create or replace function projection.known_tables() returns text[] language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array['affected', 'affected_set', 'cve', 'nvd', 'advisory', 'weakness', 'alias_assertion', 'alias_group',
               'epss_current', 'epss_month', 'epss_day', 'search_document', 'kev', 'relation', 'exploit',
               'collection_package', 'channel', 'issue', 'pull_request', 'issue_pull', 'pull_reach', 'dependency',
               'vulnerability_record', 'vulnerability', 'record_fact']
$$;
