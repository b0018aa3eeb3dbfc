import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import type { FoundAssertion } from '@almanac/core';
import { sql } from 'kysely';
import { unpackAssertion } from '../projections/affected/claims.ts';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { heldRows, keptBytes, type Moment } from './affected-held.ts';
import { momentOf } from './affected-rows.ts';

export interface EntriesQuestion {
  /** Of records, by their own id. */
  readonly ids: readonly string[];
  readonly sources: readonly SourceId[];
  /** Entries about these packages alone; null: about any. */
  readonly packageIds: readonly number[] | null;
  readonly at: Date | Moment | null;
}

/** An entry, and the number of the record that it is part of. */
export interface FoundEntry extends FoundAssertion {
  readonly recordId: number;
}

/** More entries than all but a few records have. */
const MAX_ROWS = 10_000;

/** What these records say, those entries included that surely do not hold for a version: they may clear it. */
export async function affectedOfIds(db: Db, question: EntriesQuestion): Promise<readonly FoundEntry[]> {
  const { ids, sources, packageIds } = question;
  if (ids.length === 0) return [];
  const moment = momentOf(question.at);
  const about = packageIds === null ? sql`true` : sql`affected.package_id = any(${packageIds}::integer[])`;
  const { rows } = await sql<StoredEntry>`
    select record.id as record_id, affected.source, affected.withdrawn, affected.claims, record.key, encode(kept.raw_sha256, 'hex') as sha256,
           package.ecosystem, package.release, package.vendor, package.name
    from record
    cross join lateral (${heldRows(sql`affected.record_id = record.id and ${about}`, moment)}) affected
    join package on package.id = affected.package_id
    ${keptBytes(sql`record.id`, moment)}
    where record.key = any(${ids}::text[]) and record.source = any(${sources.map(sourceNumber)}::smallint[])
    limit ${MAX_ROWS}`.execute(db);
  return rows.flatMap(({ record_id: recordId, source, claims, key, sha256, ...facts }) => {
    const name = SOURCE_IDS[source - 1];
    if (name === undefined) return [];
    return [{ recordId, sha256, assertion: unpackAssertion(claims, { ...facts, source: name, recordKey: key }) }];
  });
}

interface StoredEntry {
  readonly record_id: number;
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
