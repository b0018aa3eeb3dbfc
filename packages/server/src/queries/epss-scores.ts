import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

export interface EpssScore {
  readonly id: string;
  /** 0 to 1. */
  readonly epss: number;
  readonly percentile: number;
}

/** The newest scores of those CVEs that have one. */
export async function epssScores(db: Db, ids: readonly string[]): Promise<readonly EpssScore[]> {
  const { rows } = await sql<EpssScore>`
    select cve_id as id, score / 1e5::float8 as epss, percentile / 1e5::float8 as percentile
    from epss_current where cve_id = any(${texts(ids)})`.execute(db);
  return rows;
}
