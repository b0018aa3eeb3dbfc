-- Why: without a pending list every document walks down the index of words once for each of its words, which was half of the time that the
-- database took for a first fill. With one, each batch gathers its words there and enters each word once, for all its documents. A search
-- still costs the same whether or not an ingest has just run: whoever writes documents empties the list before the end of the transaction.
alter index search_document_words set (fastupdate = on);

-- The copy of a rebuild that is under way takes the place of the table as it is.
do $$
begin
  if to_regclass('shadow.search_document_words') is not null then
    alter index shadow.search_document_words set (fastupdate = on);
  end if;
end
$$;

-- Only the owner of an index may do this.
create function projection.enter_words(words regclass) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if words is distinct from to_regclass('public.search_document_words')
    and words is distinct from to_regclass('shadow.search_document_words') then
    raise exception '% is not the index of words', words using errcode = 'insufficient_privilege';
  end if;
  perform gin_clean_pending_list(words);
end
$$;
revoke execute on function projection.enter_words from public;
grant execute on function projection.enter_words to almanac_worker;
