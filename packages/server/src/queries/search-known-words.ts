import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** As long as no more documents than these have come since the words were read, new words are few. */
const MOST_UNREAD = 10_000;

/**
 * Those of the words that a document may hold, in prose or as a name: what is left out was in none when the words were last read. All of
 * them while the words are not read, or many documents have come since.
 */
export async function knownWords(db: Db, words: readonly string[], mostUnread = MOST_UNREAD): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string }>`
    with reading as materialized (
      select from search_word_progress as progress where ${mostUnread} >= (
        select count(*) from (
          select from search_document as d where d.record_id > progress.last_record limit ${mostUnread + 1}) as unread)
    )
    select word from unnest(${texts(words)}) as given (word)
    where not exists (select from reading) or exists (
      select from unnest(tsvector_to_array(to_tsvector('english', word) || to_tsvector('simple', word))) as form (lexeme)
      join search_word on search_word.word = form.lexeme)`.execute(db);
  return rows.map(({ word }) => word);
}
