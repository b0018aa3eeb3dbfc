-- 0016_raw_hash.sql
-- Why: most of what is read again is byte for byte what we have. The hash of its bytes, beside the hash of its content, tells
-- so before anything is parsed.
alter table current_version add column raw_sha256 bytea check (octet_length(raw_sha256) = 32);
update current_version set raw_sha256 = blob.raw_sha256
from version join blob on blob.id = version.blob_id
where version.record_id = current_version.record_id and version.seq = current_version.seq;
