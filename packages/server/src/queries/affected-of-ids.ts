import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import type { FoundAssertion } from '@almanac/core';
import { sql } from 'kysely';
import { unpackAssertion } from '../projections/affected/claims.ts';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';

export interface EntriesQuestion {
  /** Of records, by their own id. */
  readonly ids: readonly string[];
  readonly sources: readonly SourceId[];
  /** Entries about these packages alone; null: about any. */
  readonly packageIds: readonly number[] | null;
  readonly at: Date | null;
}

/** More entries than all but a few records have. */
const MAX_ROWS = 10_000;

/** What these records say, those entries included that surely do not hold for a version: they may clear it. */
export async function affectedOfIds(db: Db, question: EntriesQuestion): Promise<readonly FoundAssertion[]> {
  const { ids, sources, packageIds, at } = question;
  if (ids.length === 0) return [];
  const held =
    at === null ? sql`known_to is null` : sql`known_from <= ${at} and (known_to is null or known_to > ${at})`;
  const about = packageIds === null ? sql`true` : sql`affected.package_id = any(${packageIds}::integer[])`;
  const kept =
    at === null
      ? sql`join current_version kept on kept.record_id = record.id`
      : sql`cross join lateral (
          select raw_sha256 from version join blob on blob.id = version.blob_id
          where version.record_id = record.id and observed_at <= ${at} order by seq desc limit 1) kept`;
  const { rows } = await sql<StoredEntry>`
    select affected.source, affected.withdrawn, affected.claims, record.key, encode(kept.raw_sha256, 'hex') as sha256,
           package.ecosystem, package.release, package.vendor, package.name
    from record
    join affected on affected.record_id = record.id and ${held} and ${about}
    join package on package.id = affected.package_id
    ${kept}
    where record.key = any(${ids}::text[]) and record.source = any(${sources.map(sourceNumber)}::smallint[])
    limit ${MAX_ROWS}`.execute(db);
  return rows.flatMap(({ source, claims, key, sha256, ...facts }) => {
    const name = SOURCE_IDS[source - 1];
    if (name === undefined) return [];
    return [{ sha256, assertion: unpackAssertion(claims, { ...facts, source: name, recordKey: key }) }];
  });
}

interface StoredEntry {
  readonly source: number;
  readonly withdrawn: boolean;
  readonly claims: string;
  readonly key: string;
  readonly sha256: string | null;
  readonly ecosystem: string | null;
  readonly release: string | null;
  readonly vendor: string | null;
  readonly name: string;
}
