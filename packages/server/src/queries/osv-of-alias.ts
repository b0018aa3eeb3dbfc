import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

export interface OsvOfAlias {
  /** The first records of OSV that call it an alias. */
  readonly ids: readonly string[];
  /** Whether there is any record of OSV at all. */
  readonly filled: boolean;
}

/** For an ID that is not an OSV record. */
export async function osvOfAlias(db: Db, spellings: readonly string[]): Promise<OsvOfAlias> {
  const osv = sourceNumber('osv');
  const { rows } = await sql<OsvOfAlias>`
    select exists (select from record where source = ${osv}) as filled, array(
      select distinct id from alias_assertion
      where alias = any(${texts(spellings)}) and known_to is null and source = ${osv} order by id limit 20) as ids`.execute(
    db,
  );
  return rows[0] ?? { ids: [], filled: false };
}
