import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** A channel of a collection and where it stands. */
export interface StoredChannel {
  readonly collection: string;
  readonly name: string;
  /** 40 hexadecimal digits; null: not known. */
  readonly revision: string | null;
  /** When it moved there. */
  readonly updatedAt: Date | null;
  /** rolling, beta, stable, deprecated, unmaintained, or a word that is new. */
  readonly status: string | null;
  readonly variant: string | null;
  readonly current: boolean | null;
  /** When we saw it move or change. */
  readonly observedAt: Date;
}

/** Every channel there is, by name. */
export async function loadChannels(db: Db): Promise<readonly StoredChannel[]> {
  const { rows } = await sql<StoredChannel>`
    select collection, name, revision, updated_at as "updatedAt", status, variant, current,
           version.observed_at as "observedAt"
    from channel join version on version.record_id = channel.record_id and version.seq = channel.seq
    order by collection, name collate "C"`.execute(db);
  return rows;
}
