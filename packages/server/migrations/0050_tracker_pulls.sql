-- Why: which pull request closes an issue, or brings another to a release, was looked for among all of them. They are few: building
-- takes less time than waiting for whoever reads.
create index pull_request_closes on pull_request using gin (closes) with (fastupdate = off);
create index pull_request_backport on pull_request (backport_of) where backport_of is not null;

-- Why: package_name_similar (0049) has taken its place.
drop index package_name_like;
