-- Why: "what is said about this package" is the question asked most, and it is asked about names. Names are long and few
-- (half a million) and the rows that speak of them many (ten million), so a name has a number.
-- A product, which CVE and CPE records name by vendor and product, is a package without an ecosystem: what is known of a
-- name is then one table to read and one to write, and a CVE record that names a registry lands with the registry's packages.
-- Only ever added to: a number stays good over every rebuild.
create table package (
  id        integer generated always as identity primary key,
  ecosystem text,          -- the base, as OSV spells it: Debian; null: a product
  release   text,          -- what stands after the first colon: 12
  vendor    text,          -- of a product
  name      text not null, -- as the ecosystem compares names: PEP 503 for PyPI, lower case for NuGet …
  check (ecosystem is not null or release is null),
  check (ecosystem is null or vendor is null)
);
-- The name leads: all ecosystems, releases or vendors of a name are one range of this index.
create unique index package_identity on package (name, ecosystem, release, vendor) nulls not distinct;

-- Why: matching reads one narrow row for each entry of a record that affects a package, enumerated versions inside of it.
-- The claims of an entry stay together, since the first that holds decides and the entry's default applies when none does.
-- The coarse keys shut out in SQL what cannot hold; the decision itself is made on the claims. No foreign keys: these rows
-- are made from evidence in the transaction that stores it, thousands at a time.
create table affected (
  record_id  bigint      not null,
  known_from timestamptz not null,
  known_to   timestamptz,            -- null: holds now
  package_id integer     not null,
  source     smallint    not null,
  scheme     smallint,               -- how versions are compared (projections/affected/schemes.ts); null: in several ways
  withdrawn  boolean     not null,
  coarse_min text collate "C",       -- no version below can be affected; null: any may be
  coarse_max text collate "C",
  claims     text        not null,   -- what core evaluates (projections/affected/claims.ts)
  check (known_to > known_from)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index affected_current on affected (package_id) where known_to is null;
create index affected_past on affected (package_id, known_to) where known_to is not null;
create index affected_record on affected (record_id);

-- A record whose set of rows has this hash writes nothing: millions of rows are touched upstream on some days, few change.
create table affected_set (
  record_id bigint primary key,
  sha256    bytea not null check (octet_length(sha256) = 32)
);
