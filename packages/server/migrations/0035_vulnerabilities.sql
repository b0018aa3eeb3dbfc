-- Why: one vulnerability is one row wherever there is a list. Which vulnerabilities a record is about follows from its aliases and from
-- what it names as its origin (core/aliases/vulnerabilities.ts); every list, count and graph reads it from here.
create table vulnerability_record (
  vuln      text     not null, -- the group of aliases: its first CVE id, else its first id
  record_id bigint   not null,
  id        text     not null, -- the record's own
  source    smallint not null,
  several   boolean  not null, -- the record is about several vulnerabilities, as an erratum is
  primary key (vuln, record_id)
);
create index vulnerability_record_record on vulnerability_record (record_id);
create index vulnerability_record_id on vulnerability_record (id);

-- Why: a list is filtered by, sorted by and shows the same values, and is read to its end by an index however long it is. The columns
-- `…_place` are never null, so that a page can begin behind the last row of the page before.
create table vulnerability (
  key             text        primary key,
  published       timestamptz,
  modified        timestamptz,
  severity        text check (severity in ('critical', 'high', 'medium', 'low', 'none')),
  score           real,
  kev             boolean     not null,
  withdrawn       boolean     not null, -- rejected, too
  severity_place  smallint    not null generated always as (
    case when withdrawn then -2 else case severity
      when 'critical' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 when 'none' then 0 else -1 end end) stored,
  score_place     real        not null generated always as (coalesce(score, -1)) stored,
  published_place timestamptz not null generated always as (coalesce(published, '-infinity')) stored
);
create index vulnerability_published on vulnerability (published_place desc, key desc);
create index vulnerability_severity on vulnerability (severity_place desc, score_place desc, published_place desc, key desc);
create index vulnerability_kev on vulnerability (published_place desc, key desc) where kev;

-- Why: `related` of errata lists the CVEs that they fix, that of others what is near: kind 3 is the former.
alter table relation drop constraint relation_kind_check;
alter table relation add constraint relation_kind_check check (kind in (1, 2, 3)); -- upstream, related, fixed by the erratum

create or replace function projection.known_tables() returns text[] language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array['affected', 'affected_set', 'cve', 'nvd', 'advisory', 'weakness', 'alias_assertion', 'alias_group',
               'epss_current', 'epss_month', 'epss_day', 'search_document', 'kev', 'relation', 'exploit',
               'collection_package', 'channel', 'issue', 'pull_request', 'issue_pull', 'pull_reach', 'dependency',
               'vulnerability_record', 'vulnerability']
$$;
