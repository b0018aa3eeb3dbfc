import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** Which of these words a search for any of the lexemes would find, in prose or as a name. */
export async function wordsFound(db: Db, words: readonly string[], lexemes: readonly string[]): Promise<Set<string>> {
  if (words.length === 0 || lexemes.length === 0) return new Set();
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${texts(words)}) as given (word)
    where (to_tsvector('english', word) || to_tsvector('simple', word)) @@ ${lexemes.join(' | ')}::tsquery`.execute(db);
  return new Set(rows.map(({ word }) => word));
}
