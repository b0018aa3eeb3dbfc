-- 0003_kev.sql
-- Why: KEV membership is something that was known over a time, not a flag: entries are edited and sometimes retracted
-- within the hour, and a question about last Tuesday must be answered as it stood last Tuesday.
create table kev (
  cve_id             text        not null,
  known_from         timestamptz not null,
  known_to           timestamptz,           -- null: holds now
  vendor_project     text        not null,
  product            text        not null,
  vulnerability_name text        not null,
  short_description  text        not null,
  required_action    text        not null,
  date_added         date        not null,
  due_date           date        not null,
  ransomware         text        not null check (ransomware in ('known', 'unknown')),
  notes              text        not null,
  cwes               text[]      not null,
  record_id          bigint      not null references record,
  seq                integer     not null,
  primary key (cve_id, known_from),
  check (known_to > known_from)
);
create unique index kev_current on kev (cve_id) where known_to is null;
create index kev_newest on kev (date_added desc, cve_id desc) where known_to is null;
