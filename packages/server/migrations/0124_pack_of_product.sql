-- Why: products have packs, too, so that questions by name are answered from packs like those by package URL; and packs of giants are kept
-- in parts, so that to read one does not take the thread for long. All packs are made again.
delete from package_pack_state;
delete from package_pack;
alter table package_pack
  add column vendor text not null default '', -- of a product, whose ecosystem is the empty text; empty where records give none
  add column part smallint not null default 0, -- a pack is read as a whole; its first part has what it depends on
  drop constraint package_pack_pkey,
  add primary key (name, ecosystem, vendor, part);
