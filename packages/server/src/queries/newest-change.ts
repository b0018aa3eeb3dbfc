import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** A change by its place in the order of all (changes.ts), and when it was observed. */
export interface ChangePlace {
  readonly tx: string;
  readonly recordId: number;
  readonly seq: number;
  readonly observedAt: Date;
}

/** The last change that the order of changes shows; null: there is none. */
export async function newestChange(db: Db): Promise<ChangePlace | null> {
  const { rows } = await sql<ChangePlace>`
    select tx::text as tx, record_id as "recordId", seq, observed_at as "observedAt" from version
    where version.tx < settled_before() order by version.tx desc, version.record_id desc, version.seq desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}
