import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';

export interface HealthCounts {
  readonly packages: number;
  readonly fullyKnown: number;
  readonly carried: number;
}

/** How many packages are judged, and of how many. */
export async function healthCounts(db: Db): Promise<HealthCounts> {
  const { rows } = await sql<HealthCounts>`
    select (select count(*) from package_health) as packages,
           (select count(*) from package_health where known = 1) as "fullyKnown",
           (select count(distinct attribute) from collection_package where known_to is null) as carried`.execute(db);
  return rows[0] ?? { packages: 0, fullyKnown: 0, carried: 0 };
}
