-- Why: how well a package is looked after is judged from records, issues and channels, some thousand packages in a minute. What was judged is
-- kept, so that the worst are found without judging all. Made from evidence by the code of the named aggregate; safe to empty.
create table package_health (
  attribute text         primary key,
  score     numeric(4,1) not null check (score between 0 and 100),
  at_best   numeric(4,1) not null check (at_best between score and 100),
  known     numeric(3,2) not null check (known between 0 and 1),
  health    jsonb        not null  -- as it is served
) with (autovacuum_vacuum_scale_factor = 0.05);
create index package_health_worst on package_health (at_best, score, attribute);
