import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { bigints, texts } from '../../store/list-parameter.ts';
import type { HealthEntry } from './entries.ts';

export interface LastUpdate {
  /** When another version was last seen to be gone; null: no other was ever seen. */
  readonly changedAt: Date | null;
  /** When it was first seen at all. */
  readonly firstSeen: Date;
}

/** Since when the channel has had its current version, by record number. */
export async function lastUpdates(db: Db, entries: readonly HealthEntry[]): Promise<ReadonlyMap<number, LastUpdate>> {
  if (entries.length === 0) return new Map();
  const { rows } = await sql<LastUpdate & { recordId: number }>`
    select asked.id as "recordId", seen.changed_at as "changedAt", seen.first_seen as "firstSeen"
    from unnest(${bigints(entries.map(({ recordId }) => recordId))}, ${texts(entries.map(({ version }) => version))})
      as asked (id, version)
    cross join lateral (
      select max(known_to) filter (where p.version is distinct from asked.version) as changed_at, min(known_from) as first_seen
      from collection_package as p where p.record_id = asked.id
    ) as seen
    where seen.first_seen is not null`.execute(db);
  return new Map(rows.map((row) => [row.recordId, row]));
}
