import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

export interface NewestVersion {
  readonly seq: number;
  readonly observedAt: Date;
  /** Null: the source no longer has it. */
  readonly contentSha256: Buffer | null;
}

/** Returns null if the record was never stored. */
export async function newestVersion(db: Db, source: number, key: string): Promise<NewestVersion | null> {
  const { rows } = await sql<NewestVersion>`
    select seq, observed_at as "observedAt", content_sha256 as "contentSha256"
    from record join current_version on current_version.record_id = record.id
    where record.source = ${source} and record.key = ${key}`.execute(db);
  return rows[0] ?? null;
}
