-- Why: lists, filters and counts ask for the few members of a record that every record has; the record itself is evidence
-- and is read from there. One row for each record, as it stands now: the past of these is read from the versions.

-- What the CVE list says.
create table cve (
  cve_id                text    primary key,
  record_id             bigint  not null unique,
  seq                   integer not null,
  state                 text,              -- PUBLISHED, REJECTED, or what is new
  assigner              text,
  title                 text,
  description           text,              -- in English where there is one
  published             timestamptz,
  modified              timestamptz,
  reserved              timestamptz,
  rejected              timestamptz,
  rejected_reason       text,
  replaced_by           text[]  not null,
  severity              text check (severity in ('critical', 'high', 'medium', 'low', 'none')),
  score                 real,
  vector                text,
  cvss_version          text,
  exploitation          text,              -- SSVC, as CISA gives it
  automatable           text,
  technical_impact      text,
  disputed              boolean not null,
  tags                  text[]  not null,
  reference_count       integer not null   -- distinct http(s) addresses
);
create index cve_published on cve (published desc, cve_id desc);
create index cve_modified on cve (modified desc, cve_id desc);

-- What NVD says of a CVE, beside what the CVE list says: sources are not merged on the way in.
create table nvd (
  cve_id       text    primary key,
  record_id    bigint  not null unique,
  seq          integer not null,
  status       text,
  published    timestamptz,
  modified     timestamptz,
  severity     text check (severity in ('critical', 'high', 'medium', 'low', 'none')),
  score        real,
  vector       text,
  cvss_version text
);

-- Records of OSV and of the advisory database; both may have a GHSA id.
create table advisory (
  id           text     not null,
  source       smallint not null,
  record_id    bigint   not null unique,
  seq          integer  not null,
  type         text,              -- reviewed, unreviewed, malware; null: not said
  published    timestamptz,
  modified     timestamptz,
  withdrawn    timestamptz,
  summary      text,
  severity     text check (severity in ('critical', 'high', 'medium', 'low', 'none')),
  score        real,
  vector       text,
  cvss_version text,
  ecosystems   text[]   not null, -- bases, sorted
  primary key (id, source)
);
create index advisory_published on advisory (published desc, id desc);
create index advisory_modified on advisory (modified desc, id desc);

create table weakness (
  record_id bigint   not null,
  cwe       integer  not null,
  id        text     not null,
  source    smallint not null,
  primary key (record_id, cwe)
);
create index weakness_id on weakness (id);
create index weakness_cwe on weakness (cwe, id);
