-- Why: a change of one record made the whole pack of a giant again. Its parts now depend on their own ids, and a mark of a package names the
-- record that changed, so that only the parts with this record are made again. All packs are made again.
delete from package_pack_state;
delete from package_pack;
alter table package_mark add column record text; -- null of an id, and of marks that earlier releases add
comment on column package_pack.part is '0: the pack, or null where it is in parts; others: 1 and the first bits of the hashes of what is in them';
