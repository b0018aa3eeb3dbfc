-- Why: a CVE and a package must find each other by the same names. The lookup of a CVE asked for the names that its records give, while
-- a package asks by every variation of its own: what matched by a variation was listed at the package and missing at the CVE.
-- Coarse keys of everything by which an entry is asked about; null: computed before there were keys, until the projection is rebuilt.
alter table collection_package add column subject_keys text[];
