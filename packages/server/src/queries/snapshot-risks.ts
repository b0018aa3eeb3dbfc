import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

export interface RiskRow {
  readonly cve: string;
  /** In hundred-thousandths. */
  readonly epss: number | null;
  readonly kev: string | null;
}

const PAGE = 20_000;

/** Lists every CVE with EPSS or KEV data, in pages ordered by ID. */
export async function* snapshotRisks(db: Db): AsyncGenerator<readonly RiskRow[]> {
  let after = '';
  for (;;) {
    const { rows } = await sql<RiskRow>`
      select coalesce(scored.cve_id, listed.cve_id) as cve, scored.score as epss, listed.kev
      from (select cve_id, score from epss_current where cve_id > ${after} order by cve_id limit ${PAGE}) scored
      full join (
        select cve_id, min(date_added)::text as kev from kev where known_to is null and cve_id > ${after}
        group by cve_id order by cve_id limit ${PAGE}
      ) listed on listed.cve_id = scored.cve_id
      order by cve limit ${PAGE}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.cve;
  }
}
