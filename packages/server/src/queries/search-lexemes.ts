import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** PostgreSQL's lexemes of each text, as prose and as a name: documents are indexed in both ways. */
export async function searchLexemes(
  db: Db,
  texts: readonly string[],
): Promise<Map<string, { readonly prose: string; readonly name: string }>> {
  if (texts.length === 0) return new Map();
  const { rows } = await sql<{ text: string; prose: string; name: string }>`
    select text, phraseto_tsquery('english', text)::text as prose, phraseto_tsquery('simple', text)::text as name
    from unnest(${[...new Set(texts)]}::text[]) as given (text)`.execute(db);
  return new Map(rows.map(({ text, prose, name }) => [text, { prose, name }]));
}
