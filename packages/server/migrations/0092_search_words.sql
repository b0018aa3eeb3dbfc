-- Why: a slip has hundreds of neighbours, and nearly all of them are no word of any record. To ask the index of words about each takes a
-- tenth of a second; this table of the words that there are takes a few milliseconds. It is read from the documents every night, and what
-- it names is asked of the index: a word that is gone does no harm here.
create table search_word (
  word text collate "C" primary key
);

-- One row, once all documents were read: those with higher numbers came in later.
create table search_word_progress (
  one_row     boolean     primary key default true check (one_row),
  last_record bigint      not null,
  read_at     timestamptz not null
);
