import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

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

const RECORDS = sql`case when package.ecosystem is null or package.release is not null then 0 else (
  select count(*)::integer from (
    select from affected where package_id = package.id and known_to is null limit ${MOST_RECORDS}
  ) as counted
) end`;

/** Packages of exactly these names, each under the word that it may be a misspelling of. */
export async function packagesSpelled(
  db: Db,
  spellings: readonly { readonly word: string; readonly name: string }[],
): Promise<readonly LikePackage[]> {
  if (spellings.length === 0) return [];
  const { rows } = await sql<LikePackage>`
    select asked.word, package.ecosystem, package.name, max(${RECORDS}) as records
    from unnest(${texts(spellings.map(({ word }) => word))}, ${texts(spellings.map(({ name }) => name))}) as asked (word, name)
    join package on package.name = asked.name
    group by asked.word, package.ecosystem, package.name`.execute(db);
  return rows;
}

/** Packages with one of these words in their names. The expression is that of the index (0049_package_name_similar.sql), which knows three letters or more. */
export async function packagesLike(db: Db, words: readonly string[]): Promise<readonly LikePackage[]> {
  if (words.length === 0) return [];
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const { rows } = await sql<LikePackage>`
    select asked.word, package.ecosystem, package.name, max(${RECORDS}) as records
    from unnest(${words}::text[], ${patterns}::text[]) as asked (word, pattern)
    cross join lateral (
      (select id, ecosystem, release, name from package where name = asked.word limit ${MOST_NAMES})
      union all
      (select id, ecosystem, release, name from package where (name || '') like asked.pattern limit ${MOST_NAMES})
    ) as package
    group by asked.word, package.ecosystem, package.name`.execute(db);
  return rows;
}
