import { type RawBuilder, sql } from 'kysely';
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

/** The keys that a source must have by `before`. */
const EXPECTED: Readonly<Record<ComparedSource, (before: Date) => RawBuilder<unknown>>> = {
  nvd: (before) => sql`select cve_id as key from cve where state = 'PUBLISHED' and published < ${before}`,
  advisory: (before) => sql`
    select key from record
    join source on source.id = record.source and source.name = 'osv'
    join current_version on current_version.record_id = record.id and content_sha256 is not null
    join version first on first.record_id = record.id and first.seq = 1
    where key like 'GHSA-%' and first.observed_at < ${before}`,
};

/** Finds the records that a source lacks although another source has had them since before `before`. */
export async function findLacking(db: Db, source: ComparedSource, before: Date): Promise<Lacking> {
  const { rows } = await sql<Lacking>`
    with expected as materialized (${EXPECTED[source](before)}), lacking as materialized (
      select key from expected where not exists (
        select from record
        join source on source.id = record.source and source.name = ${source}
        join current_version on current_version.record_id = record.id and content_sha256 is not null
        where record.key = expected.key))
    select (select count(*) from expected)::integer as expected,
           (select count(*) from lacking)::integer as lacking,
           array(select key from lacking order by key desc limit 3) as examples`.execute(db);
  return rows[0] ?? { expected: 0, lacking: 0, examples: [] };
}
