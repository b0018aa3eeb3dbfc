import { sql } from 'kysely';
import type { Db } from '../../../src/store/database.ts';

/**
 * Traces of a batch that was stored in part. What belongs to one batch is told by the count of its run, by the newest
 * version of each record, and by the rows that are computed from it, which name the version they are of.
 */
export async function halvesIn(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ half: string }>`
    select format('run %s counts %s changes and has %s versions', run.id, changed + removed, count(version.run_id)) as half
    from run left join version on version.run_id = run.id
    group by run.id having changed + removed <> count(version.run_id)
    union all
    select format('record %s has no current version', record.id) from record
    where not exists (select from current_version where record_id = record.id)
    union all
    select format('record %s has versions up to %s, %s in all, and %s counts as current',
                  record_id, max(version.seq), count(*), current_version.seq)
    from version join current_version using (record_id) group by record_id, current_version.seq
    having max(version.seq) <> current_version.seq or count(*) <> current_version.seq
    union all
    select format('%s has row %s of %s, which stands at %s', projected.name, projected.seq, record_id, current_version.seq)
    from current_version join record on record.id = record_id
    join source on source.id = record.source and source.name in ('cve_list_v5', 'nvd', 'osv', 'advisory')
    left join (
      select 'cve' as name, record_id, seq from cve union all
      select 'nvd', record_id, seq from nvd union all
      select 'advisory', record_id, seq from advisory
    ) as projected using (record_id)
    where content_sha256 is not null and projected.seq is distinct from current_version.seq`.execute(db);
  return rows.map(({ half }) => half);
}
