-- Why: most questions about a giant read the parts that the question before has read. A process that has opened a part knows it again by
-- its digest, and does not read it. A part of an earlier release gets its digest when it is made again.
alter table package_pack add column digest bytea;
comment on column package_pack.digest is 'SHA-256 of a part of a large pack; null of whole packs';
update package_pack set digest = sha256(convert_to(pack, 'UTF8')) where part > 0;
