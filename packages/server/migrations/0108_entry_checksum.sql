-- Why: the directory of an archive tells size and checksum of each entry before it is unpacked. Beside what we have of a record, they
-- tell which entries would change nothing. Not of evidence: null means that the entry is unpacked and compared.
alter table current_version
  add column entry_crc integer,      -- CRC-32, as a signed number, of bytes that would change nothing if they came again
  add column entry_size integer,     -- of these bytes
  add column entry_seq integer,      -- the version that they were compared with: a worker of an earlier release moves `seq` alone
  add column entry_rules smallint;   -- by which rules
