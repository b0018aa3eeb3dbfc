-- no-transaction
-- Why: /my asks for the packages of one maintainer; without an index that reads every package of every channel.
create index concurrently collection_package_maintainers on collection_package using gin (maintainers) with (fastupdate = off);
