-- Why: an operator chooses with SOURCES and OSV_ECOSYSTEMS what the workers read. Answers have to say `not_configured` of the rest, and the
-- api does not know the settings of the workers: these write their choice down when they start.
alter table source add column configured boolean not null default true;
-- Null: all parts.
alter table source add column parts_read text[];
