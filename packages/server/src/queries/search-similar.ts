import { sql } from 'kysely';
import type { Db, Transaction } from '../store/database.ts';

/** A word that records hold. */
export interface HeldWord {
  readonly word: string;
  /** How many hold it, up to a hundred. */
  readonly records: number;
  /** It stands in the name of something as it is written, not only in prose by its stem. */
  readonly named: boolean;
}

/** Words that are asked about at once. */
const TOGETHER = 32;

/** Which of these words records hold, names first, then the most frequent. A look-up in the index each. */
export async function heldWords(db: Db, words: readonly string[], limit: number): Promise<HeldWord[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<HeldWord>`/* planned each time */
    with given as materialized (
      select word, (place / ${TOGETHER}::integer) as part,
             plainto_tsquery('english', word) || plainto_tsquery('simple', word) as query
      from unnest(${words}::text[]) with ordinality as listed (word, place)
    ),
    -- Most words are held by nobody: that is asked of many at once.
    held as materialized (
      select part from (
        select part, string_agg(format('(%s)', query), ' | ')::tsquery as query
        from given where numnode(query) > 0 group by part
      ) as parts where exists (select from search_document as d where d.document @@ parts.query)
    )
    select word, records, exists (
        select from search_document as d where d.document @@ plainto_tsquery('simple', word)) as named
    from (
      select word, (
        select count(*) from (select from search_document as d where d.document @@ given.query limit 100) as found
      ) as records
      from given join held using (part) offset 0 -- else it is counted for the condition and once more for the answer
    ) as counted where records > 0 order by named desc, records desc, length(word), word limit ${limit}`.execute(db);
  return rows;
}

/**
 * Names of products and packages that share half of their trigrams with a word: 5 ms among 150,000, where 0.3 takes 20. The expression is
 * that of the index (0049_package_name_similar.sql).
 */
export async function similarNames(trx: Transaction, word: string, limit: number): Promise<string[]> {
  await sql`set local pg_trgm.similarity_threshold = 0.5`.execute(trx);
  const { rows } = await sql<{ name: string }>`/* planned each time */
    select name from (
      select name, max(similarity(name, ${word})) as likeness from package where (name || '') % ${word} group by name
    ) as found order by likeness desc, name limit ${limit}`.execute(trx);
  return rows.map(({ name }) => name);
}
