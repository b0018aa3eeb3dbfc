import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** Bytes of a record, as a proof names them. */
export interface NamedBytes {
  readonly source: string;
  readonly record: string;
  readonly sha256: string | null;
}

/** When bytes of a record were seen, and what the record says of its own dates. */
export interface RecordDates extends NamedBytes {
  readonly source: SourceId;
  /** When these bytes were first seen. */
  readonly observedAt: Date | null;
  /** When any bytes of the record were first seen. */
  readonly firstObservedAt: Date;
  /** When it came to say what it says now: as its source dates that, else as we saw it. */
  readonly changedAt: Date;
  readonly modified: Date | null;
  readonly published: Date | null;
  readonly withdrawn: Date | null;
  readonly removedAt: Date | null;
}

/** For all of them at once, in no order. */
export async function recordDates(db: Db, named: readonly NamedBytes[]): Promise<readonly RecordDates[]> {
  if (named.length === 0) return [];
  const asked = JSON.stringify(named.map(({ source, record, sha256 }) => [source, record, sha256]));
  const { rows } = await sql<RecordDates>`
    select asked.source, asked.record, asked.sha256, seen.observed_at as "observedAt",
           coalesce(seen.upstream_modified, advisory.modified, cve.modified, nvd.modified) as modified,
           coalesce(advisory.published, cve.published, nvd.published) as published,
           coalesce(advisory.withdrawn, cve.rejected) as withdrawn,
           (select observed_at from version where version.record_id = record.id order by seq limit 1) as "firstObservedAt",
           coalesce(advisory.modified, cve.modified, nvd.modified, kept.upstream_modified, kept.observed_at) as "changedAt",
           case when kept.content_sha256 is null then kept.observed_at end as "removedAt"
    from (
      select distinct one->>0 as source, one->>1 as record, one->>2 as sha256
      from json_array_elements((select ${asked}::json)) as named (one)
    ) asked
    join source on source.name = asked.source
    join record on record.source = source.id and record.key = asked.record
    join current_version kept on kept.record_id = record.id
    left join advisory on advisory.record_id = record.id
    left join cve on cve.record_id = record.id
    left join nvd on nvd.record_id = record.id
    left join lateral (
      select observed_at, upstream_modified from version join blob on blob.id = version.blob_id
      where version.record_id = record.id and blob.raw_sha256 = decode(asked.sha256, 'hex') order by seq limit 1
    ) seen on true`.execute(db);
  return rows;
}
