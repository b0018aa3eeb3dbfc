import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';
import { PACKAGE_COLUMNS, TELLING_HASH, type TellingPackageRow } from './collection-packages.ts';

export async function carriedPackages(
  db: Db,
  channel: string,
  attributes: readonly string[],
): Promise<readonly TellingPackageRow[]> {
  const { rows } = await sql<TellingPackageRow>`
    select ${PACKAGE_COLUMNS}, ${TELLING_HASH} as sha256 from collection_package
    where attribute = any(${texts(attributes)}) and channel = ${channel} and known_to is null`.execute(db);
  return rows;
}
