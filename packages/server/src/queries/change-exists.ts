import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import type { ChangePlace } from './newest-change.ts';

/**
 * Whether this very change is stored. After a restore the numbers may be those of another change, or of none: its transaction and the
 * millisecond of its observation tell.
 */
export async function changeExists(db: Db, { tx, recordId, seq, observedAt }: ChangePlace): Promise<boolean> {
  const { rows } = await sql`
    select from version
    where record_id = ${recordId} and seq = ${seq} and tx = ${tx}::xid8
      and date_trunc('milliseconds', observed_at) = ${observedAt}`.execute(db);
  return rows.length > 0;
}
