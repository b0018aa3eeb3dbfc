import type { SourceId } from '@almanac/contract';
import { type RecordFact, unpackRecordFact } from '@almanac/core/matching';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { smallints, texts } from '../store/list-parameter.ts';

export interface StoredFacts {
  readonly facts: readonly RecordFact[];
  /** Ids of records whose facts are not stored yet: their documents say them. */
  readonly missing: readonly string[];
}

interface StoredFact {
  readonly source: SourceId;
  readonly id: string;
  readonly withdrawn: boolean;
  readonly facts: string | null;
}

/** Loads what the records of these ids say besides packages, in the order of ids and sources. */
export async function loadRecordFacts(
  db: Db,
  ids: readonly string[],
  sources: readonly SourceId[],
): Promise<StoredFacts> {
  if (ids.length === 0) return { facts: [], missing: [] };
  const { rows } = await sql<StoredFact>`
    select source.name as source, record.key as id, kept.withdrawn, stated.facts
    from record
    join source on source.id = record.source
    join current_version kept on kept.record_id = record.id
    left join record_fact stated on stated.record_id = kept.record_id and stated.seq = kept.seq
    where record.key = any(${texts(ids)}) and record.source = any(${smallints(sources.map(sourceNumber))})
    order by record.key, source.name`.execute(db);
  const missing = new Set(rows.flatMap(({ id, facts }) => (facts === null ? [id] : [])));
  return {
    facts: rows.flatMap(({ facts, ...row }) =>
      facts === null || missing.has(row.id) ? [] : [unpackRecordFact(facts, row)],
    ),
    missing: [...missing],
  };
}
