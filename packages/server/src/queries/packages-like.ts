import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** A package that a record names, with a word in its name. */
export interface LikePackage {
  readonly word: string;
  /** Without a release; null: a product. */
  readonly ecosystem: string | null;
  readonly name: string;
  /** Entries of records about it, up to twenty; 0 for products and packages of a distribution's release. */
  readonly records: number;
}

/** Names that contain a word and are looked at; which ones is left open where there are more. */
const MOST_NAMES = 500;
const MOST_RECORDS = 20;

/** Packages with one of these words in their names. The expression is that of the index (0049_package_name_similar.sql), which knows three letters or more. */
export async function packagesLike(db: Db, words: readonly string[]): Promise<readonly LikePackage[]> {
  if (words.length === 0) return [];
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const { rows } = await sql<LikePackage>`
    select asked.word, found.ecosystem, found.name, max(
      case when found.ecosystem is null or found.release is not null then 0 else (
        select count(*)::integer from (
          select from affected where package_id = found.id and known_to is null limit ${MOST_RECORDS}
        ) as counted
      ) end) as records
    from unnest(${words}::text[], ${patterns}::text[]) as asked (word, pattern)
    cross join lateral (
      (select id, ecosystem, release, name from package where name = asked.word limit ${MOST_NAMES})
      union all
      (select id, ecosystem, release, name from package where (name || '') like asked.pattern limit ${MOST_NAMES})
    ) as found
    group by asked.word, found.ecosystem, found.name`.execute(db);
  return rows;
}
