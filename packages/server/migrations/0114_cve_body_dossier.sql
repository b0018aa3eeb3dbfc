-- Why: the dossier of a CVE is reconciled from all its records for each answer, though they change a few times a year. What it has beside
-- the lookup, which it embeds, is kept in the same row, made from the same records and used while they are the same. Null: not kept.
alter table cve_body
  add column dossier         bytea, -- deflated (RFC 1951): its pieces one after the other
  add column dossier_settled json;  -- how long each piece is, the aliases that it was made with, and what else an answer needs
-- It is packed already.
alter table cve_body alter column dossier set storage external;
