-- Why: people write a package in the title of an issue as they please, `ImageMagick` or `imagemagick`, and whoever asks about one means
-- the other too. Names are compared in small letters, and the index has to have them so.
create function lower_names(names text[]) returns text[] language sql immutable strict parallel safe
return array(select lower(name) from unnest(names) as name);

-- The worker writes the index, the API asks by it.
grant execute on function lower_names to almanac_api, almanac_worker;

create index issue_names on issue using gin (lower_names(packages));
drop index issue_packages;
