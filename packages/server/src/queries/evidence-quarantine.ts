import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { unpack } from '../store/packing.ts';

/** Something that could not be read or stored. */
export interface Quarantined {
  readonly source: SourceId;
  readonly rawSha256: Buffer;
  readonly key: string | null;
  readonly reason: string;
  readonly rawSize: number;
  readonly count: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

const PAGE = 500;

/** Lists entries of one source or all, in pages, without their bytes. Entries may be released meanwhile. */
export async function* quarantined(db: Db, source: string | null): AsyncGenerator<readonly Quarantined[]> {
  let last: { readonly source: string; readonly rawSha256: Buffer } = { source: '', rawSha256: Buffer.alloc(0) };
  for (;;) {
    const { rows } = await sql<Quarantined>`
      select source.name as source, raw_sha256 as "rawSha256", key, reason, raw_size as "rawSize", count,
             first_seen as "firstSeen", last_seen as "lastSeen"
      from quarantine join source on source.id = quarantine.source
      where (${source}::text is null or source.name = ${source})
        and (source.name, raw_sha256) > (${last.source}, ${last.rawSha256}::bytea)
      order by source.name, raw_sha256 limit ${PAGE}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1) ?? last;
  }
}

/** The bytes as they came; null where none are kept under this hash. */
export async function quarantinedBytes(db: Db, rawSha256: Buffer): Promise<Buffer | null> {
  const row = await db
    .selectFrom('quarantine')
    .select(['codec', 'raw_size as rawSize', 'packed'])
    .where('raw_sha256', '=', rawSha256)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : unpack({ ...row, dictionary: null });
}
