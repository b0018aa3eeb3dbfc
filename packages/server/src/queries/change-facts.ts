import type { Subject } from '@almanac/core/ranges';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { bigints, integers } from '../store/list-parameter.ts';

export interface ChangeFacts {
  readonly blob: number | null;
  /** The previous version; null if there was none or the source did not have it. */
  readonly before: number | null;
  readonly sha256: string | null;
  readonly sha256Before: string | null;
  readonly vulnerabilities: readonly {
    readonly id: string;
    readonly severity: string | null;
    readonly exploited: boolean;
    readonly withdrawn: boolean;
  }[];
  /** One more than `most` where there are more. */
  readonly subjects: readonly Subject[];
}

/**
 * The facts of these versions, in their order. Vulnerabilities are those that the record is about now, or was before it was removed.
 * Packages are those that it named until the change or from it on; an entry of the exploited has those of its vulnerability's records.
 */
export async function changeFacts(
  db: Db,
  versions: readonly { readonly recordId: number; readonly seq: number }[],
  most: number,
): Promise<readonly ChangeFacts[]> {
  if (versions.length === 0) return [];
  const { rows } = await sql<ChangeFacts>`
    select version.blob_id as blob, earlier.blob_id as before,
           encode(blob.raw_sha256, 'hex') as sha256, encode(earlier_blob.raw_sha256, 'hex') as "sha256Before",
           about.vulnerabilities, named.subjects
    from unnest(${bigints(versions.map(({ recordId }) => recordId))}, ${integers(versions.map(({ seq }) => seq))})
      with ordinality as given (record_id, seq, place)
    join version on version.record_id = given.record_id and version.seq = given.seq
    join record on record.id = version.record_id
    left join version as earlier on earlier.record_id = version.record_id and earlier.seq = version.seq - 1
    left join blob on blob.id = version.blob_id
    left join blob as earlier_blob on earlier_blob.id = earlier.blob_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', meant.id, 'severity', vulnerability.severity,
               'exploited', coalesce(vulnerability.kev, false), 'withdrawn', coalesce(vulnerability.withdrawn, false))
               order by meant.id), '[]') as vulnerabilities
      from (
        select vuln as id from vulnerability_record where record_id = version.record_id
        union
        select coalesce(alias_group.group_id, record.key) from (select) as one
        left join alias_group on alias_group.id = record.key and not over_large
        where not exists (select from vulnerability_record where record_id = version.record_id)
      ) as meant
      left join vulnerability on vulnerability.key = meant.id
    ) as about
    cross join lateral (
      select coalesce(json_agg(json_build_object('ecosystem',
               case when release is null then ecosystem else ecosystem || ':' || release end, 'vendor', vendor, 'name', name)
               order by ecosystem, name, vendor, release), '[]') as subjects
      from (
        select distinct package.ecosystem, package.release, package.vendor, package.name
        from (
          select package_id from affected where record_id = version.record_id and known_to is null
            and known_from <= version.observed_at
          union all
          select package_id from affected where record_id = version.record_id and known_to >= version.observed_at
            and known_from <= version.observed_at
          union all
          select package_id from vulnerability_record as other
          join affected on affected.record_id = other.record_id and affected.known_to is null
          where record.source = ${sourceNumber('kev')} and other.vuln = coalesce(
            (select group_id from alias_group where alias_group.id = record.key and not over_large), record.key)
        ) as said
        join package on package.id = said.package_id
        where package.name <> '*' limit ${most + 1}
      ) as each
    ) as named
    order by given.place`.execute(db);
  return rows;
}
