import { sql } from 'kysely';
import type { Db } from './database.ts';
import { loadCurrent } from './evidence.ts';
import { sha256 } from './packing.ts';

const PAGE = 10_000;

/** Which of these records we have, and how the source dated them; asked for in pages, whatever the number of keys. */
export async function heldRecords(
  db: Db,
  source: number,
  keys: readonly string[],
): Promise<Map<string, { readonly modified: Date | null }>> {
  const held = new Map<string, { readonly modified: Date | null }>();
  for (let at = 0; at < keys.length; at += PAGE) {
    const { rows } = await sql<{ key: string; modified: Date | null }>`
      select record.key, upstream_modified as modified
      from record join current_version on current_version.record_id = record.id
      where record.source = ${source} and record.key = any(${keys.slice(at, at + PAGE)}::text[])
        and content_sha256 is not null`.execute(db);
    for (const { key, modified } of rows) held.set(key, { modified });
  }
  return held;
}

/** The keys of the records that we have and whose keys begin like this. */
export async function heldKeys(db: Db, source: number, prefix: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select record.key
    from record join current_version on current_version.record_id = record.id
    where record.source = ${source} and starts_with(record.key, ${prefix}) and content_sha256 is not null
    order by record.id`.execute(db);
  return rows.map(({ key }) => key);
}

/** Whether the newest version of a record has these very bytes. */
export async function holdsBytes(db: Db, source: number, key: string, raw: Uint8Array): Promise<boolean> {
  const current = (await loadCurrent(db, source, [key])).get(key);
  return current?.rawSha256?.equals(sha256(raw)) === true;
}
