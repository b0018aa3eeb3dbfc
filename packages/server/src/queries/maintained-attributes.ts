import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** An attribute in one channel. */
export interface MaintainedAttribute {
  readonly attribute: string;
  readonly channel: string;
  readonly version: string | null;
}

/** Lists a maintainer's packages in channels by attribute, at most `most` rows. */
export async function maintainedAttributes(
  db: Db,
  maintainer: string,
  most: number,
): Promise<readonly MaintainedAttribute[]> {
  const { rows } = await sql<MaintainedAttribute>`
    select attribute, channel, version from collection_package
    where maintainers @> array[${maintainer}]::text[] and known_to is null
    order by attribute collate "C", channel limit ${most}`.execute(db);
  return rows;
}
