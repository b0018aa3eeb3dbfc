-- Why: what a collection of packages carries in its channels, and what its tracker says of them. `collection` leads every key:
-- there is one today, and the tables need not change for a second.

-- One row for each attribute of a channel over the time in which it said the same: a question about last Tuesday finds the
-- version that the channel had last Tuesday.
create table collection_package (
  record_id             bigint      not null,
  known_from            timestamptz not null,
  known_to              timestamptz,            -- null: holds now
  collection            text        not null,
  channel               text        not null,
  attribute             text        not null,   -- as the channel writes it: python312Packages.requests
  pname                 text,
  version               text,
  lookup                text[]      not null,   -- names in the form in which they are compared: attribute, its last part, pname
  ecosystem             text,                   -- of a language's set, as OSV spells it
  ecosystem_name        text,
  cpes                  text[]      not null,   -- declared by the collection
  purls                 text[]      not null,
  makers                text[]      not null,   -- words that say who makes it: hosts and owners of its home pages and sources
  known_vulnerabilities text[]      not null,   -- free text, as the collection writes it
  patched               text[]      not null,   -- CVE ids in the names of its patches
  insecure              boolean     not null,
  description           text,
  homepage              text,
  maintainers           text[]      not null,   -- logins
  position              text,                   -- file and line of its definition
  primary key (record_id, known_from),
  check (known_to > known_from)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- Without a list of what is to be indexed later: it would be read with every question until it is emptied.
create index collection_package_lookup on collection_package using gin (lookup) with (fastupdate = off);
-- Of all rows, not of those that hold now: before the table has statistics the planner takes these for few, and would read them all.
create index collection_package_attribute on collection_package (attribute, channel);

create table channel (
  collection text        not null,
  name       text        not null,
  record_id  bigint      not null unique,
  seq        integer     not null,
  revision   text,
  updated_at timestamptz,            -- when it moved to the revision
  status     text,                   -- rolling, beta, stable, deprecated, unmaintained, or what is new
  variant    text,
  current    boolean,
  primary key (collection, name)
);

-- Issues of the tracker, tracked ones and, once tracked, those that are no longer.
create table issue (
  collection     text        not null,
  number         integer     not null,
  record_id      bigint      not null unique,
  seq            integer     not null,
  title          text        not null,
  url            text        not null,
  state          text        not null check (state in ('open', 'closed')),
  state_reason   text,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  closed_at      timestamptz,
  labels         jsonb       not null,   -- [{ name, color }]
  assignees      text[]      not null,
  cves           text[]      not null,   -- of the title
  related_cves   text[]      not null,   -- of the body alone
  packages       text[]      not null,
  label_severity text check (label_severity in ('critical', 'high', 'medium', 'low')),
  tracked        boolean     not null,   -- has the security label and names a CVE
  primary key (collection, number)
);
create index issue_cves on issue using gin (cves);
create index issue_related_cves on issue using gin (related_cves);
create index issue_packages on issue using gin (packages);

create table pull_request (
  collection   text        not null,
  number       integer     not null,
  record_id    bigint      not null unique,
  seq          integer     not null,
  title        text        not null,
  url          text        not null,
  state        text        not null check (state in ('open', 'closed', 'merged')),
  base         text,                     -- the branch it goes to: master, staging, release-26.05
  created_at   timestamptz not null,
  closed_at    timestamptz,
  merged_at    timestamptz,
  merge_commit text,
  cves         text[]      not null,     -- of title and body
  closes       integer[]   not null,     -- issues that its text says it closes
  backport_of  integer,                  -- the pull request that it brings to a release
  primary key (collection, number)
);
create index pull_request_cves on pull_request using gin (cves);

-- A pull request that an issue's timeline points to.
create table issue_pull (
  collection text        not null,
  issue      integer     not null,
  pull       integer     not null,
  record_id  bigint      not null,
  linked_at  timestamptz,
  primary key (collection, issue, pull, record_id)
);
create index issue_pull_pull on issue_pull (collection, pull);

-- A merged pull request is contained in a branch or in a channel's revision.
create table pull_reach (
  collection text        not null,
  pull       integer     not null,
  branch     text        not null,       -- master, nixos-unstable, nixos-26.05 …
  record_id  bigint      not null unique,
  seq        integer     not null,
  revision   text,                       -- the first that was seen to contain it
  reached_at timestamptz,                -- when the channel moved to that revision
  primary key (collection, pull, branch)
);

create or replace function projection.known_tables() returns text[] language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array['affected', 'affected_set', 'cve', 'nvd', 'advisory', 'weakness', 'alias_assertion', 'alias_group',
               'epss_current', 'epss_month', 'epss_day', 'search_document', 'kev', 'relation', 'exploit',
               'collection_package', 'channel', 'issue', 'pull_request', 'issue_pull', 'pull_reach']
$$;
