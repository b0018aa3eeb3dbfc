-- Why: a record may speak of a CVE without being the same: a distribution's record names it as its origin (`upstream`), others
-- as something near it (`related`). Who asks for a CVE wants to see them, told apart from its aliases.
create table relation (
  record_id  bigint      not null,
  id         text        not null, -- the CVE or other id that the record names
  kind       smallint    not null check (kind in (1, 2)), -- upstream, related
  known_from timestamptz not null,
  known_to   timestamptz,          -- null: holds now
  primary key (record_id, id, kind, known_from),
  check (known_to > known_from)
);
create index relation_id on relation (id);

create or replace function projection.known_tables() returns text[] language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array['affected', 'affected_set', 'cve', 'nvd', 'advisory', 'weakness', 'alias_assertion', 'alias_group',
               'epss_current', 'epss_month', 'epss_day', 'search_document', 'kev', 'relation']
$$;

-- Why: the CVE list names new and changed ids in a log before their records can be read. An id that is named and has no record
-- yet awaits publication, which is something else than an id that nobody has. Not made from evidence: the log is no record.
create table announcement (
  cve_id   text        primary key,
  kind     text        not null check (kind in ('new', 'updated')),
  named_at timestamptz not null,
  modified timestamptz          -- as the log dates the record
);
create index announcement_newest on announcement (named_at desc, cve_id desc);

-- Why: what was known of aliases at a past moment is asked by the alias, too.
create index alias_assertion_past on alias_assertion (alias, known_to) where known_to is not null;

-- Why: whose a document is, asked by whoever follows a hash to its bytes.
create index version_blob on version (blob_id);
