import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { smallints, texts } from '../store/list-parameter.ts';
import type { Packed } from '../store/packing.ts';
import { toMoment } from './affected-rows.ts';
import type { Moment } from './affected-valid-at.ts';
import { versionAt } from './version-at.ts';

/** A record under one of the ids, with its document. */
export interface DocumentOfId {
  readonly source: SourceId;
  readonly key: string;
  readonly sha256: string;
  readonly observedAt: Date;
  readonly modified: Date | null;
  readonly withdrawn: boolean;
  readonly packed: Packed;
}

/** The records of these ids, by their own id and not as aliases, now or at an instant. */
export async function documentsOfIds(
  db: Db,
  ids: readonly string[],
  sources: readonly SourceId[],
  at: Date | Moment | null,
): Promise<readonly DocumentOfId[]> {
  if (ids.length === 0) return [];
  const moment = toMoment(at);
  const kept =
    moment === null
      ? sql`join current_version kept on kept.record_id = record.id
            join version on version.record_id = kept.record_id and version.seq = kept.seq`
      : sql`cross join lateral (${versionAt(sql`record.id`, moment)}) version`;
  // Whether a record was withdrawn then, the record itself says.
  const withdrawn = moment === null ? sql`kept.withdrawn` : sql`false`;
  const { rows } = await sql<Packed & Omit<DocumentOfId, 'packed'>>`
    select source.name as source, record.key, encode(blob.raw_sha256, 'hex') as sha256, ${withdrawn} as withdrawn,
           version.observed_at as "observedAt", version.upstream_modified as modified,
           blob.codec, blob.dictionary, blob.raw_size as "rawSize", blob.packed
    from record
    join source on source.id = record.source
    ${kept}
    join blob on blob.id = version.blob_id
    where record.key = any(${texts(ids)}) and record.source = any(${smallints(sources.map(sourceNumber))})
    order by record.key, source.name`.execute(db);
  return rows.map(({ codec, dictionary, rawSize, packed, ...document }) =>
    Object.assign(document, { packed: { codec, dictionary, rawSize, packed } }),
  );
}
