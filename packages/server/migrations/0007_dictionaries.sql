-- Why: records of one source resemble each other; packed against a dictionary of them they take half the room.
alter table blob drop constraint blob_codec_check;
alter table blob add constraint blob_codec_check check (codec in (0, 1, 2)); -- stored, raw deflate, the same with a dictionary
alter table blob add constraint blob_dictionary_check check ((codec = 2) = (dictionary is not null));
create index dictionary_newest on dictionary (source, id desc);
