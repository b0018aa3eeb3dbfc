import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

export interface ChangedCve {
  readonly id: string;
  readonly modified: Date;
}

/** The published CVEs whose records changed last, by their own dates; a date in the future is a mistake. */
export async function newestCves(db: Db, now: Date, limit: number): Promise<readonly ChangedCve[]> {
  const { rows } = await sql<ChangedCve>`
    select cve_id as id, modified from cve
    where modified <= ${now} and state = 'PUBLISHED'
    order by modified desc, cve_id desc limit ${limit}`.execute(db);
  return rows;
}
