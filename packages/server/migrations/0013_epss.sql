-- Why: the whole set of scores is published anew every day, 365,000 of them. Scores and percentiles have five decimals
-- and are kept as hundred-thousandths.
create table epss_current (
  cve_id     text    primary key,
  score      integer not null,
  percentile integer not null,
  scored_on  date    not null,  -- older than the newest day: no longer scored
  model      text
) with (fillfactor = 60);
create index epss_current_score on epss_current (score desc);

-- A row for each CVE and month, a place for each day: a sixth of the room that a row for each day would take.
create table epss_month (
  month       date      not null,
  cve_id      text      not null,
  scores      integer[] not null, -- by day of the month, from 1; null: no score that day
  percentiles integer[] not null,
  primary key (cve_id, month)
) with (fillfactor = 60);
alter table epss_month alter column scores set storage plain;
alter table epss_month alter column percentiles set storage plain;

create table epss_day (
  scored_on date    primary key,
  model     text,
  scores    integer not null -- how many
);
