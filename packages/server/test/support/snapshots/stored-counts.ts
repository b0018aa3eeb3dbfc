import { sql } from 'kysely';
import type { Db } from '../../../src/store/database.ts';

export type StoredCounts = Readonly<Record<'affected' | 'package' | 'kev' | 'epss', number>>;

/** What the database has of all that a snapshot takes. */
export async function storedCounts(db: Db): Promise<StoredCounts | undefined> {
  const { rows } = await sql<StoredCounts>`
    select
      (select count(*)::int from affected join package on package.id = package_id
        where ecosystem is not null and name <> '*' and known_to is null) as affected,
      (select count(distinct (ecosystem, name))::int from package
        where ecosystem is not null and name <> '*'
          and exists (select from affected where package_id = package.id and known_to is null)) as package,
      (select count(distinct cve_id)::int from kev where known_to is null) as kev,
      (select count(*)::int from epss_current where score is not null) as epss`.execute(db);
  return rows[0];
}
