import type { ConflictCode, QualityField } from '@almanac/core/dossier';
import type { GradedCves } from '@almanac/core/figures';
import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';

interface Named<Name> {
  readonly name: Name;
  readonly count: number;
}

export interface QualityRows {
  readonly graded: readonly GradedCves[];
  readonly missing: readonly Named<QualityField>[];
  readonly conflicts: readonly Named<ConflictCode>[];
}

/** How many CVEs have each score, by year and assigner, and what they lack: a few ten thousand rows over any number of CVEs. */
export async function qualityRows(db: Db): Promise<QualityRows> {
  const { rows: graded } = await sql<GradedCves>`
    select year, assigner, score, count(*) as count from cve_quality group by year, assigner, score`.execute(db);
  const { rows: missing } = await sql<Named<QualityField>>`
    select name, count(*) as count from cve_quality cross join lateral unnest(missing) as name group by name`.execute(
    db,
  );
  const { rows: conflicts } = await sql<Named<ConflictCode>>`
    select name, count(*) as count from cve_quality cross join lateral unnest(conflicts) as name group by name`.execute(
    db,
  );
  return { graded, missing, conflicts };
}
