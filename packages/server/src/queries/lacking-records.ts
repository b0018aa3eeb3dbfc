import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** Sources of which another one tells what they must have. */
export type ComparedSource = 'nvd' | 'advisory';

export interface Lacking {
  /** How many records the source must have. */
  readonly expected: number;
  readonly lacking: number;
  /** The newest of those that it lacks. */
  readonly examples: readonly string[];
}

const numberOf = (source: string) => sql`(select id from source where name = ${source})`;

/** Data that a source must have by `before`, and whether it does. */
const EXPECTED = {
  nvd: (before: Date) => sql`
    select cve_id as key, exists (select from nvd where nvd.cve_id = cve.cve_id) as there
    from cve where state = 'PUBLISHED' and published < ${before}`,
  advisory: (before: Date) => sql`
    select listed.id as key, exists (
      select from advisory own where own.id = listed.id and own.source = ${numberOf('advisory')}) as there
    from advisory listed join version first on first.record_id = listed.record_id and first.seq = 1
    where listed.source = ${numberOf('osv')} and listed.id like 'GHSA-%' and first.observed_at < ${before}`,
} as const;

/** Finds the records that a source lacks although another source has had them since before `before`. */
export async function findLacking(db: Db, source: ComparedSource, before: Date): Promise<Lacking> {
  const { rows } = await sql<Lacking>`
    with expected as materialized (${EXPECTED[source](before)})
    select count(*)::integer as expected, count(*) filter (where not there)::integer as lacking,
           array(select key from expected where not there order by key desc limit 3) as examples
    from expected`.execute(db);
  return rows[0] ?? { expected: 0, lacking: 0, examples: [] };
}
