import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** Which of these names are attributes of the collection, letter by letter. */
export async function knownAttributes(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await sql<{ attribute: string }>`
    select distinct attribute from collection_package
    where attribute = any(${texts(names)}) and known_to is null`.execute(db);
  return new Set(rows.map(({ attribute }) => attribute));
}
