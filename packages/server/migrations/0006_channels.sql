-- Why: a source is read in several ways (an archive, its changes, a sweep), each on its own timetable, side by side. A run
-- belongs to one of them.
alter table run add column channel text not null default 'bulk' check (channel in ('bulk', 'delta', 'sweep', 'record'));
alter table run alter column channel drop default;
update checkpoint set channel = 'bulk' where channel = 'main';

drop index run_one_at_a_time;
create unique index run_one_at_a_time on run (source, channel) where state = 'running';
drop index run_latest;
create index run_latest on run (source, channel, id desc);

-- Why: an archive may be older than what a delta brought since, and a mass withdrawal must be told from one that has stood
-- for years. Both are asked of every record that comes, so they stand in the narrow row.
alter table current_version add column upstream_modified timestamptz;
alter table current_version add column withdrawn boolean not null default false; -- by a mark within the document
update current_version set upstream_modified = version.upstream_modified
from version where version.record_id = current_version.record_id and version.seq = current_version.seq;
